# Restarts two instances in turn behind nginx, under load; sourced by scripts/drill, after lib/upgrade.sh.
# Expects one to run at $port as $tollgate_pid, on the Postgres at $url.

restarts=6
# After an instance is ready, nginx needs so long to have forgotten that it was gone: more than its fail_timeout.
forget_seconds=3

# conf/nginx.conf, but for its certificate and where it listens, and with all that it writes in the drill's own place.
write_nginx_conf() {
    mkdir "$place/nginx"
    {
        echo "pid $place/nginx/pid; error_log $place/nginx/error.log info; daemon off;"
        sed -e "s/listen 443 ssl;/listen 127.0.0.1:$1;/" -e '/ssl_/d' -e '/server_name /d' \
            -e "s/127.0.0.1:8081/127.0.0.1:$2/" -e "s/127.0.0.1:8082/127.0.0.1:$3/" "$root/conf/nginx.conf" |
            awk -v to="$place/nginx" '{ print } /^http \{/ {
                split("client_body proxy fastcgi uwsgi scgi", kinds, " ")
                for (i in kinds) print "    " kinds[i] "_temp_path " to "/" kinds[i] ";"
            }'
    } >"$place/nginx/nginx.conf"
}

# $1: 1 or 2. Starts that instance on its port and remembers its process.
start_instance() {
    port=${ports[$1]}
    management_port=$((port + 1))
    where=(--data "$place/data-$1" --config "$place/etc/gateway.json" --database-url "$url")
    start_tollgate
    instances[$1]=$tollgate_pid
}

drill_restart() {
    local each number lost callers=() front ports=() instances=()
    ports[1]=$port instances[1]=$tollgate_pid
    ports[2]=$(free_port)
    start_instance 2
    front=$(free_port)
    write_nginx_conf "$front" "${ports[1]}" "${ports[2]}"
    nginx -e "$place/nginx/error.log" -c "$place/nginx/nginx.conf" >"$place/nginx/out" 2>&1 &
    pids+=($!)
    api=http://127.0.0.1:$front
    for each in $(seq 50); do
        ! curl -s -o /dev/null "$api/v1/account" || break
        sleep 0.1
    done
    mkdir "$place/calls"
    : >"$place/failures"
    traffic_to "nginx $api"
    for each in 1 2 3 4; do call_on "$each" & callers+=($!); done
    pids+=("${callers[@]}")
    sleep 2
    step "nginx sends requests to two instances"
    for each in $(seq "$restarts"); do
        number=$((each % 2 + 1))
        stop_older "${instances[$number]}"
        start_instance "$number"
        sleep "$forget_seconds"
        step "instance $number was restarted: $(requests_to nginx) requests so far"
    done
    touch "$place/enough"
    for each in "${callers[@]}"; do wait "$each" || fail "a caller gave up"; done
    if [ -s "$place/failures" ]; then
        head -n 5 "$place/failures" >&2
        fail "$(wc -l <"$place/failures") of $(requests_to nginx) requests failed"
    fi
    cat "$place"/acknowledged/* >"$place/after"
    lost=$(missing "$place/after")
    [ "$lost" = 0 ] || fail "$lost of $(wc -l <"$place/after") acknowledged writes are not there"
    step "0 of $(requests_to nginx) requests failed, and all $(wc -l <"$place/after") writes are there"
    echo "            nginx sent $(grep -c 'upstream: ' "$place/nginx/error.log" || true) again to the other instance"
}
