# shellcheck shell=sh disable=SC2154 # url, jar and page are the script's
# For scripts that visit a site as a browser does: $url is the site, $jar the file
# of its cookies, and $page the one into which a page goes.

step() {
	echo "fresh: $(date +%T) $*"
}

die() {
	echo "fresh: $*"
	exit 1
}

visit() { # PATH [CURL-OPTION...]
	path=$1
	shift
	curl -sS --noproxy '*' --max-time 20 -b "$jar" -c "$jar" "$@" "$url$path"
}

field() { # NAME: the value of a hidden field of the page
	sed -n "s/.*name=\"\{0,1\}$1\"\{0,1\} value=\"\{0,1\}\([^\">]*\).*/\1/p" \
		"$page" | head -n 1
}

register() { # NAME
	visit /register -o "$page" -d username="$1" \
		-d password='correct horse battery' \
		-d password2='correct horse battery'
}

post() { # NAME TEXT: as this member, who is signed in
	visit / -o "$page"
	visit /post --data-urlencode status="$2" -d csrf="$(field csrf)" \
		-d nonce="$(field nonce)"
	shows "/@$1" "$2"
}

shows() { # PATH TEXT
	visit "$1" >"$page"
	grep -qF "$2" "$page" || die "$1 does not show \"$2\""
}
