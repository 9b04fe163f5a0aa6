#!/usr/bin/env bash
# Tries the two commands of the README where nothing is installed but Python: a bare Debian, without a compiler and with one.
#
#   sudo tools/bare_root.sh              the first page, the switch to the compiled engine, and all tests, in both
#   sudo tools/bare_root.sh start        only the first page, three times in each
#   sudo tools/bare_root.sh bot          from nothing to a bot in the arena, as docs/library.md says, in both
#   sudo tools/bare_root.sh club         the ten commands of docs/hosts.md, with PostgreSQL and Caddy
#   sudo tools/bare_root.sh run plain bash        a look around; instead of plain: compiler
#
# Needs Linux, root and debootstrap. The bare systems are kept in SKERRY_BARE (/var/tmp/skerry-bare) for the next time.
# Packages come from wherever this machine takes them: its variables, certificates and pip's settings go in.
set -euo pipefail
cd "$(dirname "$0")/.."
bare=${SKERRY_BARE:-/var/tmp/skerry-bare}
errand=${1:-all}

make_root() { # NAME PACKAGES
    [ -e "$bare/$1/etc/made" ] && return
    rm -rf "${bare:?}/$1"
    mkdir -p "$bare"
    echo "Making the bare system $1: $2"
    debootstrap --variant=minbase --include="$2" bookworm "$bare/$1" >"$bare/$1.log" 2>&1 || { tail -5 "$bare/$1.log"; exit 1; }
    touch "$bare/$1/etc/made"
}

enter() { # NAME COMMAND...: in a copy of the bare system that is thrown away, with whatever was left running in it
    local name=$1 root
    shift
    root=$(mktemp -d "$bare/$name.XXXXXX")
    cp -a "$bare/$name/." "$root"
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    if [ -e /etc/ssl/certs/ca-certificates.crt ]; then cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"; fi
    if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/"; fi
    if [ -e "$HOME/.config/pip/pip.conf" ]; then mkdir -p "$root/root/.config/pip" && cp "$HOME/.config/pip/pip.conf" "$root/root/.config/pip/"; fi
    if [ -e "$HOME/.npmrc" ]; then cp "$HOME/.npmrc" "$root/root/"; fi
    mkdir "$root/root/skerry"
    git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
        if [ -e "$file" ]; then printf '%s\0' "$file"; fi
    done | tar -c --null -T - | tar -x -C "$root/root/skerry"
    local passed=() name_and_value
    while IFS= read -r -d '' name_and_value; do
        case ${name_and_value%%=*} in
        PIP_* | UV_* | SSL_CERT_* | REQUESTS_CA_BUNDLE | NODE_EXTRA_CA_CERTS | *_proxy | *_PROXY) passed+=("$name_and_value") ;;
        esac
    done < <(env -0)
    local code=0
    unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" bash -c '
        mount --rbind /dev "$0/dev" && cd / && exec chroot "$0" "$@"' \
        "$root" env -i HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 TERM="${TERM:-dumb}" "${passed[@]}" \
        bash -c 'cd /root/skerry && exec "$@"' - "$@" || code=$?
    rm -rf --one-file-system "$root"
    return $code
}

make_root plain python3,ca-certificates
make_root compiler python3,ca-certificates,gcc,libc6-dev,python3-dev

if [ "$errand" = run ]; then
    enter "${@:2}"
    exit
fi
if [ "$errand" = club ]; then
    enter plain tools/try_club.sh
    exit
fi
for name in plain compiler; do
    echo "== $name"
    if [ "$errand" = start ]; then
        for _ in 1 2 3; do enter "$name" python3 bench/start.py; done
    elif [ "$errand" = bot ]; then
        enter "$name" python3 tools/follow.py docs/library.md
    else
        enter "$name" bash -ec '
            python3 bench/start.py '"$([ $name = compiler ] && echo --compiled)"'
            left=$(ls -A /tmp)
            if [ -n "$left" ]; then echo "left in /tmp: $left"; exit 1; fi
            python3 play.py test'
    fi
done
if [ "$errand" = all ]; then echo "Both commands pass in both."; fi
