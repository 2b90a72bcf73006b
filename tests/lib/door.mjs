// node door.mjs SOCKET FROM HOST PORT [tls]: forwards connections in a machine
// that has its own network. A connection to the socket becomes one from the
// address FROM to HOST:PORT. With TLS any certificate is accepted.
import { connect, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';

const [socket, localAddress, host, port, tls] = process.argv.slice(2);

createServer((inside) => {
	const outside = connect({ host, port, localAddress });
	const end = tls ? connectTls({ socket: outside, servername: 'example.org',
		rejectUnauthorized: false }) : outside;

	for (const one of [inside, outside, end])
		one.on('error', () => {
			inside.destroy();
			outside.destroy();
		});
	end.on('close', () => inside.destroy());
	inside.on('close', () => outside.destroy());
	inside.pipe(end).pipe(inside);
}).listen(socket, () => console.log('open'));
