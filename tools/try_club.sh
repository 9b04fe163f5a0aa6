#!/usr/bin/env bash
# Runs the commands of docs/hosts.md that make a club's server, in a bare Debian (tools/bare_root.sh club), and plays a
# game there.  There is no systemd in it, so the last command is replaced by what the units would start.
set -euo pipefail
cd "$(dirname "$0")/.."
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d # nothing starts by itself
apt-get update -q && apt-get install -qqy --no-install-recommends adduser systemd >/dev/null # every Debian that boots has them

sed -n '/^## A club.s server/,/^## Settings/s/^    //p' docs/hosts.md >/tmp/commands
[ "$(wc -l </tmp/commands)" = 10 ]
while IFS= read -r command <&3; do
    echo "# $command"
    case $command in
    apt-get*) DEBIAN_FRONTEND=noninteractive bash -ec "$command --no-install-recommends" >/tmp/said 2>&1 || { tail /tmp/said; exit 1; } ;;
    "git clone"*) cp -r . /usr/local/src/skerry ;;
    *createuser*)
        pg_ctlcluster "$(ls /etc/postgresql)" main start
        bash -ec "cd / && $command"
        ;;
    systemctl*) ;;
    *) bash -ec "cd / && $command" ;;
    esac
done 3</tmp/commands

systemd-analyze verify /etc/systemd/system/skerry@1.service /etc/systemd/system/skerry@1.socket
install -d -o skerry -g skerry -m 700 /var/lib/skerry/1
cd /
as_skerry() { runuser -u skerry -- env SKERRY_DATA=/var/lib/skerry/1 "$@"; }
as_skerry /opt/skerry/bin/skerry config
as_skerry systemd-socket-activate --setenv=SKERRY_DATA --listen=127.0.0.1:8471 /opt/skerry/bin/skerry serve --metrics 127.0.0.1:9471 2>/tmp/log &
sed -i 's/^club.example.org/http:\/\/:8080/' /etc/caddy/Caddyfile # no certificate for this trial
caddy run --config /etc/caddy/Caddyfile >/tmp/caddy.log 2>&1 &
/opt/skerry/bin/python - <<'PLAY'
import json, time, urllib.request
from websockets.sync.client import connect

def ask(path, body=None, headers={}):
    request = urllib.request.Request(f"http://127.0.0.1:8080{path}", body and json.dumps(body).encode(), {"Content-Type": "application/json"} | headers)
    return urllib.request.urlopen(request, timeout=30)

for _ in range(100):
    try:
        ask("/ready")
        break
    except OSError:
        time.sleep(0.3)
answer = ask("/api/tables", {"game": "nusfjord", "seats": [{"name": "Ann"}, {"name": "Robin", "bot": "easy"}]})
cookie, table = answer.headers["Set-Cookie"].partition(";")[0], json.load(answer)["id"]
with connect(f"ws://127.0.0.1:8080/ws/{table}", additional_headers={"Cookie": cookie}, proxy=None) as line:
    line.send('{"type": "join"}')
    push = {}
    while push.get("type") != "push" or not push["now"]["choices"]:
        push = json.loads(line.recv(30))
    now = push["now"]
    choice = next(choice["text"] for choice in now["choices"] if "reason" not in choice)
    line.send(json.dumps({"type": "play", "seat": 0, "version": now["version"], "text": choice}))
    while push.get("type") != "push" or push["now"]["move"] <= now["move"]:
        push = json.loads(line.recv(30))
print("A move was made through Caddy:", choice)
figures = urllib.request.urlopen("http://127.0.0.1:9471/metrics").read().decode()
print(next(line for line in figures.splitlines() if line.startswith("skerry_moves_total")))
PLAY
as_skerry /opt/skerry/bin/skerry admin tables
as_skerry /opt/skerry/bin/skerry admin verify
as_skerry /opt/skerry/bin/skerry admin backup /tmp/club.zip
cat /tmp/log
echo "The club's server runs."
