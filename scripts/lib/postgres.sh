# Temporary Postgres servers; sourced by scripts after common.sh.

as_postgres=()
# Postgres does not run as root.
if [ "$(id -u)" -eq 0 ]; then as_postgres=(unshare -U); fi

free_port() {
    local port=$((20000 + RANDOM % 20000))
    while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}

# $1: folder to create; $2: name of the superuser; $3: file with its password; the rest: options of initdb.
make_postgres() {
    "${as_postgres[@]}" initdb -D "$1" -U "$2" --pwfile="$3" --auth=scram-sha-256 --encoding=UTF8 "${@:4}"
}
