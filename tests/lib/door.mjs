// node door.mjs SOCKET FROM HOST PORT [tls]: for a machine with a network of
// its own. A connection to the socket comes out there, from the address FROM,
// to HOST:PORT. By TLS any certificate is good.
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
