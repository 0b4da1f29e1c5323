# The second stage of the tests; sourced by scripts/test.

plan=src/test/second-stage
# Where the reports of the first stage and of each step of the second are kept, for the counts.
steps=0
# In seconds since the start of the script; 0 if there is no limit.
end=0
end_of_repeats=0
failures=()
skipped_items=()

# Prints the items of a day of the rotation, or of all days. $1: 1 to 7, or all
items() {
    sed 's/^#.*//' "$plan" | awk -v day="$1" 'NF > 1 && (day == "all" || $1 == day) { sub(/^[0-9]+ +/, ""); print }'
}

# Prints the day of the rotation of this date, from 1 to 7.
today() {
    echo $(($(date +%s) / 86400 % 7 + 1))
}

# Keeps the reports of the last step from those of the next one.
keep_reports() {
    steps=$((steps + 1))
    if [ -d target/surefire-reports ]; then mv target/surefire-reports "target/step-$steps-reports"; fi
}

# Runs a command until a time limit. Its status is 124 if that passed. $1: the limit; the rest: the command
limited() {
    local limit=$1 left=$(($1 - SECONDS))
    shift
    if [ "$limit" -eq 0 ]; then
        "$@"
    elif [ "$left" -lt 30 ]; then
        return 124
    else
        timeout --kill-after=30 "$left" "$@"
    fi
}

# Runs classes one at a time, without compiling. $1: their time limit; $2: their names, separated by commas
run_classes() {
    limited "$1" "$maven" -B --no-transfer-progress surefire:test "${browser[@]}" -Dtest="$2" -Dgroups=second-stage \
        -Djunit.jupiter.execution.parallel.enabled=false -Dtollgate.rolling=true -DeventLoops.judged=true </dev/null
}

# Prints the names of the report files of a class. $1: simple name
reports_of() {
    find target/surefire-reports -name "TEST-*.$1.xml" 2>/dev/null
}

# Returns 0 if a report of a class contains a failure. $1: simple name
has_failed() {
    local report
    report=$(reports_of "$1")
    [ -n "$report" ] && grep -qE '<(failure|error)[ >]' "$report"
}

# Runs the classes of a day in one step, and those that failed once more, each alone. $1: names, separated by commas
classes_step() {
    local status=0 class failed=()
    run_classes "$end" "$1" || status=$?
    for class in ${1//,/ }; do
        if has_failed "$class"; then
            failed+=("$class")
        elif [ -z "$(reports_of "$class")" ]; then
            # After a crash of the test process, no class after that has a report.
            case $status in
                124 | 137) skipped_items+=("$class") ;;
                *) failed+=("$class") ;;
            esac
        fi
    done
    for class in "${failed[@]}"; do
        if [ "$end" -ne 0 ]; then
            echo "$class failed; repeating it alone"
            reports_of "$class" | xargs -r rm
            run_classes "$end_of_repeats" "$class" && continue
        fi
        failures+=("$class")
    done
    keep_reports
}

# Runs a script, once more if it fails. Its status is 2 if a program that it needs is missing. $1: the command
script_step() {
    local status=0
    echo "$1"
    # shellcheck disable=SC2086
    limited "$end" $1 || status=$?
    if [ "$status" -eq 1 ] && [ "$end" -ne 0 ]; then
        echo "$1 failed; repeating it"
        status=0
        # shellcheck disable=SC2086
        limited "$end_of_repeats" $1 || status=$?
    fi
    case $status in
        0) ;;
        2 | 124 | 137) skipped_items+=("$1") ;;
        *) failures+=("$1") ;;
    esac
    keep_reports
}

# Runs the second stage. $1: day of the rotation, or all. Returns 1 if anything failed.
second_stage() {
    local classes command
    # Otherwise, scripts that run tests would compile them again.
    export test_goal=surefire:test
    keep_reports
    if [ "$1" != all ]; then
        # 30 minutes, or less after a slow first stage, so that all of it stays below an hour.
        end=$((SECONDS + 1800 < 3000 ? SECONDS + 1800 : 3000))
        end_of_repeats=$((end + 480))
    fi
    classes=$(items "$1" | sed '/\//d' | paste -sd,)
    if [ -n "$classes" ]; then classes_step "$classes"; fi
    while read -r command; do
        if [ -n "$command" ]; then script_step "$command"; fi
    done < <(items "$1" | sed '/\//!d')
    [ "${#skipped_items[@]}" -eq 0 ] || printf 'Not run, or not to the end: %s\n' "${skipped_items[@]}"
    [ "${#failures[@]}" -eq 0 ] || printf 'Failed: %s\n' "${failures[@]}"
    [ "${#failures[@]}" -eq 0 ]
}

# Prints the first line of each report file of a test class.
suites() {
    find target -path '*-reports/TEST-*.xml' -exec sed -n '/<testsuite /,/>/p' {} + 2>/dev/null |
        tr '\n' ' ' | sed 's/<testsuite /\n&/g'
}

# Prints the ten classes that took longest.
slowest() {
    echo "Slowest classes:"
    suites | sed -nE 's/.* name="([^"]*)" time="([0-9.,]*)".*/\2 s \1/p' | tr -d , | sort -rn | awk 'NR <= 10'
}
