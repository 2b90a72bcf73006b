# shellcheck shell=sh disable=SC2154 # the script's: see below
# For scripts that boot a machine: the folder $machine, where a host works in $folder of
# it. $packages is the folder of what apt has downloaded, $project that of the source,
# and $options are more of systemd-nspawn. visitor.sh is there already.
leader='' nspawn=''

# block HEADING N: the Nth block of commands in that section, as a host would
# copy it
block() {
	awk -v heading="## $1" -v wanted="$2" '
		/^## / { here = $0 == heading }
		!here { next }
		/^    / { if (!inside) n++; inside = 1
			if (n == wanted) print substr($0, 5); next }
		{ inside = 0 }' "$project/docs/hosting.md"
}

# there COMMANDS: what a root shell there does with them, in $folder
there() {
	echo "+ $1"
	nsenter -t "$leader" -m -u -i -p -r env -i HOME=/root TERM=dumb \
		DEBIAN_FRONTEND=noninteractive \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		sh -ec "cd $folder; $1"
}

boot() {
	step "boots Debian $(cat "$machine/etc/debian_version")"
	# shellcheck disable=SC2086 # a list of words
	setpriv --pdeathsig KILL systemd-nspawn -q -D "$machine" \
		--register=no --keep-unit --console=pipe ${options-} \
		--bind="$packages:/var/cache/apt/archives" --boot \
		</dev/null >&2 &
	nspawn=$!
	tries=0
	until runs; do
		kill -0 "$nspawn" || die 'it does not boot'
		tries=$((tries + 1))
		[ $tries -lt 120 ] || die 'it does not come up'
		sleep 0.5
	done
}

runs() {
	leader=$(pgrep -P "$nspawn" -x systemd) &&
		there 'systemctl is-system-running --wait' 2>/dev/null |
		grep -qE 'running|degraded'
}

halt() {
	[ -n "$nspawn" ] || return 0
	there poweroff || kill "$nspawn"
	wait "$nspawn" || :
	nspawn=
}
