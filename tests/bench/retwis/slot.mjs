// In which of the 16,384 slots of a Redis Cluster a key is: CRC16 of XMODEM, of
// what stands between the first braces where there is something.
export const SLOTS = 16384;

function crc16(text) {
	let crc = 0;

	for (const byte of Buffer.from(text)) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) &
				0xffff;
	}
	return crc;
}

export function slotOf(key) {
	const [, tag = key] = /^[^{]*\{([^}]+)\}/.exec(key) ?? [];

	return crc16(tag) % SLOTS;
}
