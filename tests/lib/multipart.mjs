// Forms with files, encoded as a browser does it.

const boundary = '----tests8K3vQ2xW';

export const formType = `multipart/form-data; boundary=${boundary}`;

function head(name, more = '') {
	return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
		`${more}\r\n`;
}

// The fields as an object or as pairs, and then the files as [name, bytes,
// file's name, type]. Without bytes, no file was chosen in that field.
export function encode(fields, files = []) {
	const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
	const texts = pairs.map(([name, value]) =>
		`${head(name)}\r\n${value}\r\n`);
	const parts = files.flatMap(([name, bytes, called, type]) => [
		head(name, `; filename="${called ?? (bytes ? 'a.png' : '')}"`) +
			`Content-Type: ${type ?? 'application/octet-stream'}\r\n\r\n`,
		bytes ?? '', '\r\n']);

	return Buffer.concat([...texts, ...parts, `--${boundary}--\r\n`]
		.map((part) => Buffer.from(part)));
}

// As the form on our own page does it: with csrf when signed in. Fields in pairs
// are sent as they are.
export async function sendFiles(visitor, path, fields, files, headers = {}) {
	const csrf = await visitor.csrf();
	const own = csrf && !Array.isArray(fields) ? { csrf, ...fields } : fields;
	const body = encode(own, files);

	return visitor.send('POST', path, { 'content-type': formType,
		'content-length': body.length, ...headers }, body);
}
