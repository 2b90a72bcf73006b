// Which of the 16,384 slots of a cluster a key is in.

function next(crc, byte) {
	crc ^= byte << 8;
	for (let i = 0; i < 8; i++)
		crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
	return crc & 0xffff;
}

// The text within the first braces, if it is not empty, or else the whole key.
function hashed(key) {
	return key.match(/^[^{]*\{([^}]+)\}/s)?.[1] ?? key;
}

export function slotOf(key) {
	return Buffer.from(hashed(key)).reduce(next, 0) % 16384;
}

// Twemproxy's CRC16, of which it takes the remainder, keeps the bits that are
// shifted out.
function nextOfProxy(crc, byte) {
	return (crc << 8 ^ next(0, (crc >>> 8 ^ byte) & 0xff)) >>> 0;
}

// Which of these servers Twemproxy chooses for a key, with `crc16` and
// `modula`.
export function serverOf(key, servers) {
	return Buffer.from(hashed(key)).reduce(nextOfProxy, 0) % servers;
}
