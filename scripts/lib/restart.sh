# Restarts two instances in turn behind a load balancer, under load; sourced by scripts/drill after lib/upgrade.sh.
# Expects one instance at $port as $tollgate_pid, on the Postgres at $url. $balancer is nginx or haproxy.

restarts=6
# Wait after an instance is ready: more than the fail_timeout of nginx.
forget_seconds=3

# The files of conf with other ports and without TLS. $1: port of the balancer; $2 and $3: ports of the instances.
# nginx writes only below $place.
start_nginx() {
    {
        echo "pid $place/nginx/pid; error_log $place/nginx/error.log info; daemon off;"
        sed -e "s/listen 443 ssl;/listen 127.0.0.1:$1;/" -e '/ssl_/d' -e '/server_name /d' \
            -e "s/127.0.0.1:8081/127.0.0.1:$2/" -e "s/127.0.0.1:8082/127.0.0.1:$3/" "$root/conf/nginx.conf" |
            awk -v to="$place/nginx" '{ print } /^http \{/ {
                split("client_body proxy fastcgi uwsgi scgi", kinds, " ")
                for (i in kinds) print "    " kinds[i] "_temp_path " to "/" kinds[i] ";"
            }'
    } >"$place/nginx/nginx.conf"
    nginx -e "$place/nginx/error.log" -c "$place/nginx/nginx.conf" >"$place/nginx/out" 2>&1 &
}
start_haproxy() {
    sed -e "s/bind :443 ssl .*/bind 127.0.0.1:$1/" \
        -e "s/127.0.0.1:8081 check port 9091/127.0.0.1:$2 check port $(($2 + 1))/" \
        -e "s/127.0.0.1:8082 check port 9092/127.0.0.1:$3 check port $(($3 + 1))/" \
        "$root/conf/haproxy.cfg" >"$place/haproxy/haproxy.cfg"
    haproxy -db -f "$place/haproxy/haproxy.cfg" >"$place/haproxy/out" 2>&1 &
}

# $1: 1 or 2. Starts that instance on its port and stores its process id.
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
    mkdir "$place/$balancer"
    "start_$balancer" "$front" "${ports[1]}" "${ports[2]}"
    pids+=($!)
    api=http://127.0.0.1:$front
    for each in $(seq 50); do
        [ "$(curl -s -o /dev/null -w '%{http_code}' "$api/v1/account")" != 401 ] || break
        sleep 0.1
    done
    mkdir "$place/calls"
    : >"$place/failures"
    traffic_to "$balancer $api"
    for each in 1 2 3 4; do call_on "$each" & callers+=($!); done
    pids+=("${callers[@]}")
    sleep 2
    step "$balancer sends requests to two instances"
    for each in $(seq "$restarts"); do
        number=$((each % 2 + 1))
        stop_older "${instances[$number]}"
        start_instance "$number"
        sleep "$forget_seconds"
        step "instance $number was restarted: $(requests_to "$balancer") requests so far"
    done
    touch "$place/enough"
    for each in "${callers[@]}"; do wait "$each" || fail "a client failed"; done
    if [ -s "$place/failures" ]; then
        head -n 5 "$place/failures" >&2
        fail "$(wc -l <"$place/failures") of $(requests_to "$balancer") requests failed"
    fi
    cat "$place"/acknowledged/* >"$place/after"
    lost=$(missing "$place/after")
    [ "$lost" = 0 ] || fail "$lost of $(wc -l <"$place/after") acknowledged writes are missing"
    step "0 of $(requests_to "$balancer") requests failed, and all $(wc -l <"$place/after") writes exist"
    [ "$balancer" != nginx ] ||
        echo "            nginx retried $(grep -c 'upstream: ' "$place/nginx/error.log" || true) requests on the other instance"
}
