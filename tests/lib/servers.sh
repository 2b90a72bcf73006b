# shellcheck shell=sh disable=SC2154 # folder
# For scripts that start several servers of Redis. A folder of a server is
# $folder/PORT, and what it prints is in there, in the file log.

# start_servers NUMBER [OPTION...]: starts that many servers at 127.0.0.1, and
# puts their ports into $ports. They end with this script, and store nothing
# unless an option of redis-server tells them to. A function prepare is called
# with their ports; it may write to their folders. A function options_of is
# called with each port, and may print more options.
start_servers() {
	number=$1 tries=0
	shift
	until try_servers "$@"; do
		tries=$((tries + 1))
		[ "$tries" -lt 20 ] || {
			tail -n 2 "$folder"/*/log >&2
			exit 1
		}
		stop_servers
	done
}

# Below the ports that the kernel uses for outgoing connections, also after
# adding 11000.
try_servers() {
	ports=$(shuf -n "$number" -i 10000-20999 | paste -sd ' ') pids=
	for port in $ports; do
		mkdir -p "$folder/$port" && : >"$folder/$port/log"
	done
	prepare
	for port in $ports; do
		# shellcheck disable=SC2046 # a list of words
		setpriv --pdeathsig KILL redis-server --port "$port" \
			--bind 127.0.0.1 --dir "$folder/$port" --save '' \
			--appendonly no $(options_of "$port") "$@" \
			>"$folder/$port/log" 2>&1 &
		pids="$pids $!"
	done
	for port in $ports; do
		until grep -q 'Ready to accept' "$folder/$port/log"; do
			all_run || return 1
			sleep 0.01
		done
	done
}

all_run() {
	for pid in $pids; do
		kill -0 "$pid" 2>/dev/null || return 1
	done
}

stop_servers() {
	for pid in $pids; do
		kill -KILL "$pid" 2>/dev/null
		wait "$pid"
	done
	for port in $ports; do
		rm -rf "${folder:?}/$port"
	done
}

# await COMMAND...: waits up to 30 seconds for it to succeed.
await() {
	attempts=0
	until "$@"; do
		attempts=$((attempts + 1))
		[ "$attempts" -lt 1500 ] || {
			echo "${0##*/}: not within 30 s: $*" >&2
			exit 1
		}
		sleep 0.02
	done
}
