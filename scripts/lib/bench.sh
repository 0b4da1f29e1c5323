# Measures one group of figures; sourced by scripts/bench.
# Expects common.sh, and $records, $rounds, $seconds, $quick, $suffix and $folder to be set. If $figures is set, also
# writes the figures of the group to that file.

api=18080 management=19090 fastify_port=18082 spring_port=18083 second_api=18084 second_management=19094
out=$root/target/bench
started=()

# Benchmarks must not reach the rate limits.
export TOLLGATE_RATE_LIMITS_KEY_PER_SECOND=1000000 TOLLGATE_RATE_LIMITS_KEY_BURST=1000000
export TOLLGATE_RATE_LIMITS_SELLER_PER_SECOND=1000000 TOLLGATE_RATE_LIMITS_SELLER_BURST=1000000

stop_started() {
    [ "${#started[@]}" -gt 0 ] || return 0
    kill "${started[@]}" 2>/dev/null || true
    wait "${started[@]}" 2>/dev/null || true
}

# Prints the arguments that are not installed, separated by commas.
missing() {
    local tool absent=
    for tool in "$@"; do
        command -v "$tool" >/dev/null || absent=${absent:+$absent, }$tool
    done
    printf '%s' "$absent"
}

commit() {
    local name
    name=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || name=unknown
    [ -z "$(git -C "$root" status --porcelain 2>/dev/null)" ] || name=$name-changed
    printf '%s' "$name"
}

# Builds the benchmarks of the checkout $1 against its jar $2 if necessary. Prints the class path of both.
bench_classpath() {
    local pom=$1/src/bench/gateway/pom.xml built=$1/target/bench/build/bench.jar log=$1/target/bench/build.log
    # In older commits, the gateway's jar contains the benchmarks.
    if [ ! -e "$pom" ]; then
        printf '%s' "$2"
        return 0
    fi
    if [ ! -e "$built" ] || [ -n "$(find "$1/src/bench/gateway" "$2" -newer "$built" -print -quit)" ]; then
        require_compiler
        find_maven
        mkdir -p "$1/target/bench"
        echo "Building the benchmarks" >&2
        if ! "$maven" -B --no-transfer-progress -Dmaven.test.skip=true -Dgateway.jar="$2" -f "$pom" package \
            >"$log" 2>&1 </dev/null; then
            grep -E -m 20 '^\[ERROR\]|^Error' "$log" >&2
            refuse "the benchmarks could not be built: see $log"
        fi
        # Maven does not touch an unchanged jar.
        touch "$built"
    fi
    printf '%s' "$built:$2"
}

# $1: class; the rest: its arguments. $memory: heap options. $classes: the class path of the benchmarks.
bench() {
    # shellcheck disable=SC2086
    "$java" ${memory:--Xmx512m} ${figures:+"-Dtollgate.bench.figures=$figures"} \
        "-Dtollgate.bench.commit=$(commit)" \
        "-Dtollgate.bench.quick=$quick" \
        "-Dtollgate.bench.parameters=$records records, $rounds rounds of $seconds s" \
        -cp "$classes" "io.tollgate.bench.$1" "${@:2}"
}

# $1: a group. Prints the default folder of its database.
folder_of() {
    case $1 in
        write) echo "$root/.data/bench-write" ;;
        pdf | checkout | renewals | webhooks) echo "$root/.data/bench-$1$suffix" ;;
        *) echo "$root/.data/bench$suffix" ;;
    esac
}

# Returns 0 if the folder is empty or created by scripts/bench, which marks its folders with a file filled-*.
may_empty() {
    [ ! -e "$1" ] || [ -d "$1" ] || return 1
    [ -z "$(ls -A "$1" 2>/dev/null)" ] || compgen -G "$1/filled-*" >/dev/null
}

# $1: folder. Marks it at once, so that an interrupted fill is detected.
empty() {
    may_empty "$1" || refuse "$1 has contents that scripts/bench did not create"
    rm -rf "$1"
    mkdir -p "$1"
    touch "$1/filled-not"
}

# $1: folder; $2: payments of the first seller; $3: sellers.
fill() {
    [ ! -e "$1/filled-$2" ] || return 0
    empty "$1"
    "$root/scripts/demo" --data "$1" --records "$2" --sellers "$3" >&2
    mv "$1/filled-not" "$1/filled-$2"
}

# Starts the gateway of $home on the data of $1, with ports $2 and $3, and waits until it is ready.
serve() {
    "$home/scripts/run" --data "$1" --port "$2" --management-port "$3" --no-demo >"$1/run.log" 2>&1 &
    local gateway=$! i
    started+=("$gateway")
    for i in $(seq 300); do
        if curl -fs "http://127.0.0.1:$3/health/ready" >/dev/null; then
            await_archive
            return 0
        fi
        kill -0 "$gateway" 2>/dev/null || break
        sleep 0.2
    done
    cat "$1/run.log" >&2
    return 1
}

# The first start of a new build creates a class archive, which must not run during a measurement.
await_archive() {
    local i
    for i in $(seq 90); do
        compgen -G "$home/target/start-*.classes" >/dev/null || return 0
        sleep 1
    done
}

# Creates a live key for the seller $2 in the data folder $1 and prints it.
key() {
    "$home/scripts/keys" create --data "$1" --seller "$2" --mode live --label bench |
        grep -o 'sk_live_[0-9A-Za-z]*' | head -n 1
}

measure_read() {
    local data=$folder
    fill "$data" "$records" 2
    serve "$data" $api $management
    bench ReadBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" \
        "$(key "$data" demo)" demo "$(key "$data" demo-2)" demo-2 "${started[-1]}" "$rounds" "$seconds"
}

measure_export() {
    local data=$folder
    fill "$data" "$records" 2
    serve "$data" $api $management
    bench ExportBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" "$(key "$data" demo)" demo \
        "${started[-1]}" "$rounds"
}

measure_write() {
    local data=$folder
    empty "$data"
    serve "$data" $api $management
    bench WriteBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" "$(key "$data" bench)" bench \
        "$rounds" "$seconds"
}

measure_pdf() {
    local data=$folder file=${figures:-}
    figures=${file:+$file.drawn} bench PdfBench "$seconds" "$rounds"
    echo
    fill "$data" "$pdf_records" 1
    serve "$data" $api $management
    # All allocations of a measurement fit into the young generation, because pauses of the load generator's own
    # collector would count as latency of the gateway.
    memory="-XX:+UseSerialGC -Xms3g -Xmx3g -Xmn2500m" figures=$file bench PdfLoadBench "http://127.0.0.1:$api" \
        "$(cat "$data/database-url")" "$(key "$data" demo)" demo \
        "$rounds" "$seconds"
}

measure_checkout() {
    local data=$folder
    fill "$data" "$pdf_records" 1
    TOLLGATE_RATE_LIMITS_BUYER_PER_SECOND=1000000 TOLLGATE_RATE_LIMITS_BUYER_BURST=1000000 \
        TOLLGATE_RATE_LIMITS_BUYER_ORDERS_PER_HOUR=1000000 TOLLGATE_RATE_LIMITS_EMAIL_ORDERS_PER_HOUR=1000000 \
        TOLLGATE_RATE_LIMITS_PAGE_ORDERS_PER_MINUTE=1000000 TOLLGATE_RATE_LIMITS_SELLER_ORDERS_PER_MINUTE=1000000 \
        TOLLGATE_CHECKOUT_OPEN_PER_ADDRESS=100000 serve "$data" $api $management
    "$home/scripts/processor" simulate --data "$data" --seller demo >&2
    memory="-XX:+UseSerialGC -Xms2g -Xmx2g -Xmn1500m" bench CheckoutBench "http://127.0.0.1:$api" \
        "$(cat "$data/database-url")" "$(key "$data" demo)" demo "$rounds" "$seconds" \
        "http://127.0.0.1:$management"
}

measure_renewals() {
    local data=$folder subscriptions=1000
    [ "$quick" = false ] || subscriptions=60
    fill "$data" "$pdf_records" 1
    TOLLGATE_RATE_LIMITS_BUYER_PER_SECOND=1000000 TOLLGATE_RATE_LIMITS_BUYER_BURST=1000000 \
        TOLLGATE_RATE_LIMITS_BUYER_ORDERS_PER_HOUR=1000000 TOLLGATE_RATE_LIMITS_EMAIL_ORDERS_PER_HOUR=1000000 \
        TOLLGATE_RATE_LIMITS_PAGE_ORDERS_PER_MINUTE=1000000 TOLLGATE_RATE_LIMITS_SELLER_ORDERS_PER_MINUTE=1000000 \
        TOLLGATE_CHECKOUT_OPEN_PER_ADDRESS=100000 serve "$data" $api $management
    "$home/scripts/processor" simulate --data "$data" --seller demo >&2
    bench RenewalBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" "$(key "$data" demo)" demo \
        "$subscriptions" "$rounds" "$seconds"
}

measure_webhooks() {
    local data=$folder
    fill "$data" "$pdf_records" 2
    TOLLGATE_WEBHOOKS_LOOPBACK=true serve "$data" $api $management
    bench WebhookBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" "$(key "$data" demo)" demo \
        "$(key "$data" demo-2)" demo-2 "$rounds" "$seconds"
}

# A gateway without the log deletes it, so it starts first.
measure_log() {
    local data=$folder url
    fill "$data" "$records" 2
    TOLLGATE_REQUEST_LOG_DAYS=0 serve "$data" $api $management
    url=$(cat "$data/database-url")
    mkdir -p "$out/log"
    TOLLGATE_DATABASE_URL=$url TOLLGATE_SECRET_FILE=$data/secret serve "$out/log" $second_api $second_management
    bench LogBench "http://127.0.0.1:$api" "http://127.0.0.1:$second_api" "$url" "$(key "$data" demo)" demo \
        "$rounds" "$seconds"
}

measure_dashboard() {
    local data=$folder link
    fill "$data" "$records" 2
    TOLLGATE_RATE_LIMITS_BUYER_PER_SECOND=1000000 TOLLGATE_RATE_LIMITS_BUYER_BURST=1000000 \
        serve "$data" $api $management
    # A kept database has the member already.
    "$home/scripts/members" invite --data "$data" --seller demo --email bench@example.com --role manager >&2 || true
    link=$("$home/scripts/members" link --data "$data" --email bench@example.com | grep -o 'http[^ ]*/dashboard/[^ ]*')
    bench DashboardBench "http://127.0.0.1:$api" "$(cat "$data/database-url")" demo "$link" "$rounds" "$seconds"
}

measure_start() {
    local data=$folder
    fill "$data" "$records" 2
    serve "$data" $api $management
    TOLLGATE_SECRET_FILE=$data/secret bench StartBench "$root/scripts/run" "$(cat "$data/database-url")" \
        "$(key "$data" demo)" "$out/start" "$rounds" "$seconds"
}

measure_peers() {
    local data=$folder url fastify spring
    fill "$data" "$records" 2
    serve "$data" $api $management
    url=$(cat "$data/database-url")
    fastify=$(build_fastify) || true
    spring=$(build_spring) || true
    if [ -z "$fastify" ]; then
        start_fastify "$url"
        fastify=http://127.0.0.1:$fastify_port
    fi
    if [ -z "$spring" ]; then
        start_spring "$url"
        spring=http://127.0.0.1:$spring_port
    fi
    bench PeerBench "http://127.0.0.1:$api" "$url" "$(key "$data" demo)" demo "$rounds" "$seconds" \
        "fastify=$fastify" "spring=$spring"
}

# Prints why Fastify is not available, or nothing.
build_fastify() {
    local absent folder=$out/fastify
    absent=$(missing node npm)
    if [ -n "$absent" ]; then echo "needs $absent"; return; fi
    mkdir -p "$folder"
    if ! cmp -s "$root/src/bench/fastify/package-lock.json" "$folder/installed.json"; then
        cp "$root"/src/bench/fastify/package*.json "$folder"
        if ! (cd "$folder" && npm ci --no-audit --no-fund >install.log 2>&1 </dev/null); then
            echo "Fastify could not be installed: see target/bench/fastify/install.log"
            return
        fi
        cp "$folder/package-lock.json" "$folder/installed.json"
    fi
    cp "$root/src/bench/fastify/server.js" "$folder"
}

start_fastify() {
    (cd "$out/fastify" && NODE_ENV=production DATABASE_URL=$1 PORT=$fastify_port exec node server.js) \
        >"$out/fastify/run.log" 2>&1 &
    started+=($!)
}

# Prints why Spring Boot is not available, or nothing.
build_spring() {
    local pom=$root/src/bench/spring/pom.xml built=$out/spring/bench-spring.jar
    [ ! -e "$built" ] || [ -n "$(find "$root/src/bench/spring" -newer "$built" -print -quit)" ] || return 0
    find_maven
    mkdir -p "$out"
    if ! "$maven" -B -q -f "$pom" package >"$out/spring-build.log" 2>&1 </dev/null; then
        echo "Spring Boot could not be built: see target/bench/spring-build.log"
    elif have_changed "$out/spring/libraries" spring.libraries; then
        rm "$built"
        echo "the libraries of Spring Boot differ from src/build/spring.libraries"
    fi
}

# $1: postgres://user:password@host:port/database
start_spring() {
    local rest=${1#*://}
    local login=${rest%%@*}
    JDBC_URL=jdbc:postgresql://${rest#*@} PORT=$spring_port SPRING_DATASOURCE_USERNAME=${login%%:*} \
        SPRING_DATASOURCE_PASSWORD=${login#*:} "$java" -jar "$out/spring/bench-spring.jar" >"$out/spring/run.log" 2>&1 &
    started+=($!)
}
