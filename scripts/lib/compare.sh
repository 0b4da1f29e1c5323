# Compares two commits; sourced by scripts/bench after bench.sh.

worktrees=()

remove_worktrees() {
    stop_started
    local each
    for each in ${worktrees[@]+"${worktrees[@]}"}; do
        git -C "$root" worktree remove --force "$each" >/dev/null 2>&1 || true
    done
}

# Checks that each argument is a commit, before any of them is built.
require_commits() {
    local name
    command -v git >/dev/null || refuse "git is required"
    for name in "$@"; do
        git -C "$root" rev-parse --verify --quiet "$name^{commit}" >/dev/null || refuse "no commit $name"
    done
    [[ ${only:-read} != *,* ]] || refuse "compare accepts one group at a time"
}

# $1: a commit; $2: a letter, so that a commit can be compared with itself. Sets $home to a built worktree.
check_out() {
    local sha kept
    sha=$(git -C "$root" rev-parse --verify "$1^{commit}")
    home=$root/target/compare/$2-$sha kept=$root/target/compare/jars/$sha
    mkdir -p "$home" "$kept"
    git -C "$root" worktree remove --force "$home" >/dev/null 2>&1 || true
    git -C "$root" worktree add --detach --force "$home" "$sha" >/dev/null 2>&1 || refuse "$1 cannot be checked out"
    worktrees+=("$home")
    # The jar of a commit never changes.
    if [ -n "$(ls "$kept" 2>/dev/null)" ]; then
        mkdir -p "$home/target"
        cp "$kept"/*.jar "$home/target"
    fi
    echo "Building $1" >&2
    "$home/scripts/run" --print-settings >/dev/null || refuse "$1 cannot be built"
    cp "$home"/target/tollgate-*-all.jar "$kept"
}

compare() {
    local group=${only:-read} arguments=() side=0 letters=(a b) name data
    [ "$group" = read ] && [ -n "$(missing wrk curl)" ] && refuse "$(missing wrk curl) is missing"
    trap remove_worktrees EXIT
    for name in "$@"; do
        check_out "$name" "${letters[$((side / 100))]}"
        arguments+=("$name")
        if [ "$group" = pdf ]; then
            arguments+=("$(bench_classpath "$home" "$(ls "$home"/target/tollgate-*-all.jar)")" - - -)
        else
            data=$root/target/compare/data-$group-$(basename "$home")
            [ "$group" = write ] && rm -rf "$data"
            mkdir -p "$data"
            if [ "$group" = read ] && [ ! -e "$data/filled-$records" ]; then
                rm -rf "$data"
                mkdir -p "$data"
                "$home/scripts/demo" --data "$data" --records "$records" --sellers 1 >&2
                touch "$data/filled-$records"
            fi
            serve "$data" $((api + side)) $((management + side))
            arguments+=("http://127.0.0.1:$((api + side))" "$(cat "$data/database-url")")
            arguments+=("$(key "$data" "$([ "$group" = write ] && echo bench || echo demo)")" "${started[-1]}")
        fi
        side=$((side + 100))
    done
    bench CompareBench "$group" "$rounds" "$seconds" "${arguments[@]}"
}
