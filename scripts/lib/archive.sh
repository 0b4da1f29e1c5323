# An archive of the classes that a start needs, parsed and checked: it saves half of a start. Sourced by common.sh.
#
# The first start of a new build writes down which classes it loads. Some seconds after it is ready, a process of its
# own, at the lowest priority, makes the archive from that list, for the starts to come. A stamp tells of which
# program and which JVM an archive is, and how large: anything else is not used, and made anew. Where target cannot be
# written, starts do without. Java itself takes no archive that does not fit, and starts as if there were none.

# How long a first start, which may create a database, has until it is ready; and how much longer its classes count.
archive_ready_seconds=300 archive_settle_seconds=5

# $archive: that of this program and JVM; $archive_stamp: the file which tells so.
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

# Adds to $options what uses an archive or, for a gateway without one, what makes one for the next start.
# $1: command of the program.
archive_options() {
    find_archive
    if is_archive_good; then
        options+=("-XX:SharedArchiveFile=$archive")
    elif [ "$1" = run ] && [ -n "$archive_of" ] && [ -w "$root/target" ]; then
        local list=$archive.$$.classes
        options+=("-XX:DumpLoadedClassList=$list")
        # Without a parent that would have to collect it, nor anything open that somebody reads to its end.
        (make_archive $$ "$list" </dev/null >/dev/null 2>&1 &)
    fi
}

# $1: the process of the gateway, which is this one once it is Java; $2: list of the classes that it loads.
make_archive() {
    local gateway=$1 list=$2 new=$archive.$1.new second
    trap 'rm -f "$list" "$list.known" "$new" "$new.stamp"' EXIT
    for second in $(seq $archive_ready_seconds); do
        kill -0 "$gateway" || return 0
        # What says that it is ready, said last.
        grep -q '^io/tollgate/cli/Banner' "$list" 2>/dev/null && break
        sleep 1
    done
    for second in $(seq $archive_settle_seconds); do
        kill -0 "$gateway" || return 0
        sleep 1
    done
    # The gateway may load, and so write, another one just now.
    sed '$d' "$list" >"$list.known"
    nice -n 19 "$java" -Xshare:dump -Xmx512m "-XX:SharedClassListFile=$list.known" "-XX:SharedArchiveFile=$new" \
        "${module_options[@]}" -cp "$jar" || return 0
    printf '%s' "$archive_of $(stat -c '%s %y' "$new")" >"$new.stamp"
    mv -f "$new" "$archive"
    mv -f "$new.stamp" "$archive_stamp"
}
