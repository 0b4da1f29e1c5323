# A class data sharing archive, which halves the start time. Sourced by common.sh.
#
# The first start of a new build lists the classes that it loads. Some seconds after it is ready, a separate process
# with the lowest priority creates the archive from that list. A stamp identifies the program, the JVM and the size of
# an archive. An archive with another stamp is ignored and created again. If target is not writable, starts use no
# archive. Java itself ignores an archive that does not match, but may crash if an agent changes archived classes:
# starts with an agent neither use nor create an archive.

# The time limit for a first start, which may create a database, and the additional time in which classes are listed.
archive_ready_seconds=300 archive_settle_seconds=5

# Sets $archive to the archive of this program and JVM, and $archive_stamp to its stamp file.
find_archive() {
    local real
    real=$(readlink -f "$java")
    archive=$root/target/start-$(cksum <<<"$real" | cut -d ' ' -f 1).jsa
    archive_stamp=$archive.stamp
    archive_of=$(stat -L -c '%n %s %y' "$jar" "$real" "$(dirname "$real")/../lib/server/libjvm.so" 2>/dev/null) || true
}

is_archive_good() {
    [ -r "$archive" ] && [ -r "$archive_stamp" ] &&
        [ "$(cat "$archive_stamp")" = "$archive_of $(stat -c '%s %y' "$archive")" ]
}

# Whether Java may load an agent. Option files count as agents, because they may name one.
has_agent() {
    case " ${TOLLGATE_JAVA_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-}" in
        *-javaagent:* | *-agentlib:* | *-agentpath:* | *-Xrun* | *-XX:VMOptionsFile=* | *-XX:Flags=* | \
            *[[:space:]\"\']@*) return 0 ;;
    esac
    return 1
}

# Adds the options to $options that use an archive or, for a gateway without one, create one for the next start.
# $1: command of the program.
archive_options() {
    has_agent && return
    find_archive
    if is_archive_good; then
        options+=("-XX:SharedArchiveFile=$archive")
    elif [ "$1" = run ] && [ -n "$archive_of" ] && [ -w "$root/target" ]; then
        local list=$archive.$$.classes
        options+=("-XX:DumpLoadedClassList=$list")
        # A detached process without open pipes, so that no parent or reader waits for it.
        (make_archive $$ "$list" </dev/null >/dev/null 2>&1 &)
    fi
}

# $1: process id of the script, which becomes the gateway; $2: list of the classes that the gateway loads.
make_archive() (
    # A subshell, so that its exit trap cleans up.
    gateway=$1 list=$2 new=$archive.$1.new
    trap 'rm -f "$list" "$list.known" "$new" "$new.stamp"' EXIT
    for second in $(seq $archive_ready_seconds); do
        kill -0 "$gateway" || exit 0
        # Banner is the last class of a start.
        grep -q '^io/tollgate/app/cli/Banner' "$list" 2>/dev/null && break
        sleep 1
    done
    for second in $(seq $archive_settle_seconds); do
        kill -0 "$gateway" || exit 0
        sleep 1
    done
    # Drop the last line, which may be incomplete.
    sed '$d' "$list" >"$list.known"
    nice -n 19 "$java" -Xshare:dump -Xmx512m "-XX:SharedClassListFile=$list.known" "-XX:SharedArchiveFile=$new" \
        "${module_options[@]}" -cp "$jar" || exit 0
    printf '%s' "$archive_of $(stat -c '%s %y' "$new")" >"$new.stamp"
    mv -f "$new" "$archive"
    mv -f "$new.stamp" "$archive_stamp"
)
