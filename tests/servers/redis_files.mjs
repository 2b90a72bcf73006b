// The files of an installed Redis below a folder: ours, and the host's, which
// includes them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { root } from '../lib/stack.mjs';

export class RedisFiles {
	constructor(folder) {
		this.own = folder;
		this.share = `${folder}/share`;
		this.conf = `${folder}/redis.conf`;
		mkdirSync(this.share);
		execFileSync(`${root}/conf/render`, [this.share, 'redis.conf',
			'redis.acl'], { env: { ...process.env,
			DANGEROUS: '-@dangerous', REDIS_DIR: folder,
			REDIS_SOCKET: `${folder}/redis.sock` } });
		writeFileSync(this.conf, `include ${this.share}/redis.conf\n` +
			`include ${this.share}/redis.acl\n`);
	}

	// Does there what a block of the documentation says. The test has no user
	// retwis.
	obey(block) {
		const here = block.replaceAll('/usr/share/retwis', this.share)
			.replaceAll('/etc/retwis', this.own).replace(/^chown.*\n/m, '');

		execFileSync('sh', ['-ec', here]);
	}
}
