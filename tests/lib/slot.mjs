// Which of the 16,384 slots of a cluster has a key.

function next(crc, byte) {
	crc ^= byte << 8;
	for (let i = 0; i < 8; i++)
		crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
	return crc & 0xffff;
}

// What stands in the first braces, if that is not nothing, or else all of it.
function hashed(key) {
	return key.match(/^[^{]*\{([^}]+)\}/s)?.[1] ?? key;
}

export function slotOf(key) {
	return Buffer.from(hashed(key)).reduce(next, 0) % 16384;
}
