# Shared by the scripts beside it; sourced, never run.
# Sets $root, the folder of the project, and offers functions that find Java and Maven, build, and start the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# For Maven, tests and the program: in another locale, Java opens no file whose name has letters beyond ASCII.
export LC_ALL=C.UTF-8
. "$root/scripts/lib/archive.sh"

# $jar: the program as built last, or nothing.
find_jar() {
    # shellcheck disable=SC2012
    jar=$(ls -t "$root"/target/tollgate-*-all.jar 2>/dev/null | head -n 1) || true
}

refuse() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# From 1 to 9999999.
is_number() {
    [[ $1 =~ ^[1-9][0-9]{0,6}$ ]]
}

# $java: that of JAVA_HOME, else the one on the PATH; $java_version: its major version.
find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || refuse "JAVA_HOME is $JAVA_HOME, where there is no bin/java"
    else
        java=$(command -v java) || refuse "no java on the PATH: install a JDK, 17 or newer, or set JAVA_HOME"
    fi
    # A file beside it tells what it would take a start of Java to ask for.
    local release said
    release=$(dirname "$(readlink -f "$java")")/../release
    said=$(grep '^JAVA_VERSION=' "$release" 2>/dev/null) || said=$("$java" -version 2>&1) || true
    java_version=$(sed -n 's/.*\(VERSION=\|version \)"\(1\.\)\{0,1\}\([0-9]*\).*/\3/p' <<<"$said" | head -n 1)
    [ "${java_version:-0}" -ge 17 ] || refuse "Java 17 or newer is needed; $java is ${java_version:-of an unknown version}"
}

# A JRE is enough to run, but not to build.
require_compiler() {
    local javac
    javac=$(dirname "$(readlink -f "$java")")/javac
    [ -x "$javac" ] || refuse "$java comes without a compiler: install a JDK, 17 or newer, or set JAVA_HOME"
}

# $maven: the one on the PATH when it is new enough, else the wrapper, which downloads one.
find_maven() {
    maven=$root/mvnw
    local version
    version=$(mvn -B -v 2>/dev/null | sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p') || true
    if [ "$(printf '%s\n' 3.8.7 "$version" | sort -V | head -n 1)" = 3.8.7 ]; then maven=mvn; fi
}

# A build that was interrupted leaves half a jar, which is newer than any source.
is_stale() {
    find_jar
    [ -z "$jar" ] || [ -e "$root/target/.unfinished" ] || [ -n "$(find "$root/pom.xml" "$root/src/main" "$root/src/docs/guides" -newer "$jar" -print -quit)" ]
}

# What Maven does now. $1: its log.
build_phase() {
    local last
    last=$(grep -E ' --- [a-z-]+:|Download(ing|ed) from' "$1" 2>/dev/null | tail -n 1) || true
    case $last in
        *Download*) echo "downloading: $(grep -c 'Downloaded from' "$1") files" ;;
        *:compile*) echo compiling ;;
        *jar:* | *:shade* | *:jar*) echo packaging ;;
        *' --- '*) echo "preparing: $(sed 's/.* --- //; s/ .*//' <<<"$last")" ;;
        *) echo "starting Maven" ;;
    esac
}

# Builds the program when a source is newer than it. Folders count as sources, so that a removed file is noticed.
build_if_stale() {
    is_stale || return 0
    require_compiler
    find_maven
    { mkdir -p "$root/target" && [ -w "$root/target" ]; } 2>/dev/null ||
        refuse "$root/target cannot be written, and Tollgate has to be built there first"
    exec 9>"$root/target/.building"
    if command -v flock >/dev/null && ! flock -n 9; then
        echo "Another build is running; waiting for it" >&2
        flock 9
        is_stale || { exec 9>&-; return 0; }
    fi
    # A gateway that runs has this file open and reads on in it: Maven, which writes over it, gets another one.
    if [ -n "$jar" ]; then cp -p "$jar" "$jar.new" && mv -f "$jar.new" "$jar"; fi
    local log=$root/target/build.log
    touch "$root/target/.unfinished"
    echo "Building Tollgate; the first time, its libraries are downloaded" >&2
    (cd "$root" && exec "$maven" -B -Dmaven.test.skip=true package >"$log" 2>&1 9>&-) &
    local build=$! begun=$SECONDS shown=-5 phase='' now
    trap 'kill "$build" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$build" 2>/dev/null; do
        sleep 1
        now=$(build_phase "$log")
        if [ "${now%%:*}" != "${phase%%:*}" ] || [ $((SECONDS - shown)) -ge 5 ]; then
            phase=$now shown=$SECONDS
            printf '[%3d s] %s\n' $((SECONDS - begun)) "$phase" >&2
        fi
    done
    trap - INT TERM
    if ! wait "$build"; then
        grep -E '^\[ERROR\]|^Error' "$log" | head -n 20 >&2
        echo "$(basename "$0"): the build failed; the whole story is in $log" >&2
        exit 1
    fi
    find_jar
    # Maven leaves a jar alone that would not change.
    touch "$jar"
    rm -f "$root/target/.unfinished"
    exec 9>&-
}

# A build of its own has its libraries in src/build, where the tests of the gateway hold them against known weaknesses.
# $1: the libraries that it resolved, as a class path; $2: name of their list.
have_changed() {
    tr : '\n' <"$1" | cmp -s - "$root/src/build/$2" && return 1
    echo "$(basename "$0"): the libraries are others than src/build/$2 says: read their advisories, then" >&2
    echo "  tr : '\n' <${1#"$root/"} >src/build/$2 && scripts/test -Dtest=AdvisoriesTest" >&2
}

# Starts the program in place of this script, so that signals reach it.
# $1: memory for the heap; the rest: command and arguments.
start() {
    local heap=$1
    shift
    local module_options=(--enable-native-access=ALL-UNNAMED)
    # From 24 on, Java warns of, and Netty does without, what makes its buffers fast.
    if [ "$java_version" -ge 24 ]; then
        module_options+=(--sun-misc-unsafe-memory-access=allow -Dio.netty.noUnsafe=false)
    fi
    # Buffers outside the heap hold pages until callers have taken them.
    local options=("-Xmx$heap" -XX:MaxDirectMemorySize=192m -XX:+ExitOnOutOfMemoryError)
    # Small heap, little that lives long: the simplest collector is as fast, starts sooner and holds the least.
    # Each of its runs costs a millisecond whatever there is to collect: with room for 48 MB they are half as many.
    case " ${TOLLGATE_JAVA_OPTIONS:-}" in
        *" -XX:+Use"*GC*) ;;
        *) options+=(-XX:+UseSerialGC -XX:NewSize=48m) ;;
    esac
    # Java refuses a heap that begins larger than it may become.
    case " ${TOLLGATE_JAVA_OPTIONS:-}" in
        *" -Xmx"*) ;;
        *) options+=(-Xms96m) ;;
    esac
    archive_options "$1"
    export TOLLGATE_HOME=$root
    # shellcheck disable=SC2086
    exec "$java" "${module_options[@]}" "${options[@]}" ${TOLLGATE_JAVA_OPTIONS:-} -jar "$jar" "$@"
}

# $1: the text of --help; the rest: arguments of the script. Ends the script when help is asked for.
offer_help() {
    local help=$1 argument
    shift
    for argument in "$@"; do
        case $argument in
            -h | --help)
                printf '%s\n' "$help"
                exit 0
                ;;
        esac
    done
}

common_options="  --config FILE        file of settings (TOLLGATE_CONFIG; default: conf/gateway.json)
  --data DIR           folder of everything kept on this machine (TOLLGATE_DATA_DIR; default: .data)
  --database-url URL   a Postgres 15 to 18 in place of the embedded one (TOLLGATE_DATABASE_URL)
  --help               this text"
