# Runs the commands of operations.md line by line; sourced by scripts/drill after its functions.
# Expects an empty Postgres at $url and the program at $jar.

page=$root/src/docs/operations.md

# $1: a heading. Prints the commands below it, with absolute paths moved to $place/root.
commands_of() {
    awk -v heading="## $1" '/^## / { within = $0 == heading } within' "$page" |
        sed -n '/^ *```sh$/,/^ *```$/{ /^ *```/d; s/^   //; p; }' | placed
}
placed() {
    sed -E -e "s#/(opt|etc|var|usr/local)/#$place/root/\\1/#g" \
        -e "s#postgres://tollgate:PASSWORD@127.0.0.1:5432/tollgate#$url#"
}

# Replaces commands that need root or a build.
mvn() { :; }
useradd() { :; }
chown() { :; }
install() {
    local arguments=" $* "
    # shellcheck disable=SC2086
    command install ${arguments/ -o tollgate / }
}
# Only for one instance: enable starts it, and restart stops it first.
systemctl() {
    case $1 in
        enable) start_service ;;
        restart)
            kill "$service"
            wait "$service" || true
            start_service
            ;;
    esac
}
start_service() {
    # shellcheck disable=SC2046
    $(sed -n 's/^ExecStart=//p' "$place/root/etc/systemd/system/tollgate.service") >>"$place/service.log" 2>&1 &
    service=$!
    pids+=("$service")
    local try
    for try in $(seq 300); do
        ! curl -fs "http://127.0.0.1:$management_port/health/ready" >/dev/null || return 0
        kill -0 "$service" 2>/dev/null || break
        sleep 0.2
    done
    tail -n 5 "$place/service.log" >&2
    fail "the service did not start after $try attempts"
}

# $1: a heading.
do_as_the_page_says() {
    commands_of "$1" >"$place/commands"
    [ -s "$place/commands" ] || fail "the page has no commands under $1"
    # Runs in this shell, which exits if a command fails.
    . "$place/commands" >"$place/said" 2>&1
    step "$1: ran $(grep -c . "$place/commands") lines of the page"
}
say_what_failed() {
    local status=$?
    [ "$status" = 0 ] || tail -n 5 "$place/said" >&2
    finish
}

# $1: a key. Prints the status of a request that a load balancer forwards.
ask_as_balancer() {
    curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $1" -H "Host: api.example.com" \
        -H "X-Forwarded-Proto: https" "$api/v1/account" || true
}

drill_install() {
    local key said
    trap say_what_failed EXIT
    # Use the command and the paths of the page only.
    unset -f tollgate
    unset TOLLGATE_SECRET_FILE TOLLGATE_STORAGE_FOLDER
    export TOLLGATE_PORT=$port TOLLGATE_MANAGEMENT_PORT=$management_port
    JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$java")")")
    export JAVA_HOME
    PATH=$place/root/usr/local/bin:$PATH
    # The source folder in which the commands run. Its files also contain absolute paths.
    mkdir -p "$place/source/target" "$place/source/conf" "$place/root/etc/systemd/system" "$place/root/usr/local/bin"
    ln -s "$jar" "$place/source/target/"
    placed <"$root/conf/tollgate.service" >"$place/source/conf/tollgate.service"
    # The user tollgate does not exist here.
    placed <"$root/conf/tollgate" | sed '/runuser/d' >"$place/source/conf/tollgate"
    cd "$place/source"
    do_as_the_page_says Install
    key=$(grep -o 'sk_live_[0-9A-Za-z]*' "$place/said" | tail -n 1)
    [ "$(ask_as_balancer "$key")" = 200 ] || fail "the key that the page creates does not work"
    [ ! -e "$place/source/.data" ] || fail "a command created its own database"
    do_as_the_page_says Upgrade
    [ "$(ask_as_balancer "$key")" = 200 ] || fail "the key does not work after the upgrade"
    said=$(tollgate doctor 2>&1) || true
    [[ $said == *"No inconsistencies found"* ]] || fail "the doctor reported inconsistencies: $said"
    step "the key works before and after the upgrade, and the doctor reports no inconsistencies"
}
