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

// Twemproxy's CRC16, of which it takes the rest, keeps what is shifted out.
function nextOfProxy(crc, byte) {
	return (crc << 8 ^ next(0, (crc >>> 8 ^ byte) & 0xff)) >>> 0;
}

// Which of these servers of Twemproxy has a key, by `crc16` and `modula`.
export function serverOf(key, servers) {
	return Buffer.from(hashed(key)).reduce(nextOfProxy, 0) % servers;
}
