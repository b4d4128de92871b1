import Foundation

/// The completion script of a shell, with other functions for what the program prints than ArgumentParser's.
///
/// ArgumentParser's script for bash expands it, so that the name of a friend could run a command; the one for zsh ends a
/// name at a colon; and in all three the program gets the words as typed, with their quotes.
package enum CompletionScript {
    /// The variable that these scripts set for the program: it prints a name on each line, as it is.
    package static let variable = "FRIENDS_COMPLETION"

    /// The script with the functions of friends.
    /// - Parameter script: ArgumentParser's script. Another text stays as it is.
    package static func hardened(_ script: String) -> String {
        if script.hasPrefix("#!/bin/bash\n") { return "\(script)\n\n\(bash)" }
        if script.hasPrefix("function __friends_") { return "\(script)\n\n\(fish)" }
        guard script.hasPrefix("#compdef friends\n") else { return script }
        // The script calls its function at its end, when zsh loads it.
        guard let end = script.range(of: "if [[ \"${funcstack[1]}\"") else { return "\(script)\n\n\(zsh)" }
        return "\(script[..<end.lowerBound])\(zsh)\n\n\(script[end.lowerBound...])"
    }

    private static let bash = #"""
        # The following functions replace two of those above. Friends have names that other people chose: no text that
        # the program prints is expanded.

        # Splits a beginning of the command line into words without their quotes.
        #
        # modified variables:
        # - words: the words; the last one, which can be empty, ends where the line ends
        # - quote: the quote that is open there, or empty
        __friends_split() {
            local -r line="${1}"
            local -i index
            local character word='' has_word=''
            words=()
            quote=''
            for ((index = 0; index < ${#line}; index++)); do
                character="${line:index:1}"
                case "${quote}${character}" in
                \'\' | '""') quote='' ;;
                '"\')
                    [[ "${line:index + 1:1}" = [\"\\\$\`] ]] && index+=1
                    word+="${line:index:1}"
                    ;;
                \'? | '"'?) word+="${character}" ;;
                \' | '"') quote="${character}" has_word=1 ;;
                \\)
                    index+=1
                    word+="${line:index:1}" has_word=1
                    ;;
                [[:space:]])
                    [[ -n "${has_word}" ]] && words+=("${word}")
                    word='' has_word=''
                    ;;
                *) word+="${character}" has_word=1 ;;
                esac
            done
            words+=("${word}")
        }

        # Quotes a text for the command line, where a quote can be open.
        #
        # modified variables:
        # - quoted: the text
        __friends_quote() {
            local -r text="${1}" open="${2}"
            local -i index
            local character
            quoted=''
            if [[ -z "${open}" ]]; then
                [[ -n "${text}" ]] && printf -v quoted %q "${text}"
                return
            fi
            for ((index = 0; index < ${#text}; index++)); do
                character="${text:index:1}"
                case "${open}${character}" in
                \'\') quoted+="'\\''" ;;
                '"!') quoted+="\"'!'\"" ;;
                '"'[\"\\\$\`]) quoted+="\\${character}" ;;
                *) quoted+="${character}" ;;
                esac
            done
        }

        # Completes with lines as they are, or as compgen does.
        #
        # required variables:
        # - friends_word: the word before the cursor, without its quotes
        # - friends_kept: the part of it that Readline does not replace
        # - friends_quote: the quote that is open after that part, or empty
        __friends_add_completions() {
            local completion quoted
            if [[ "${1}" != -W ]]; then
                while IFS='' read -r completion; do
                    COMPREPLY+=("${completion}")
                done < <(compgen "${@}" -- "${cur}")
                return
            fi
            # The lines are quoted here.
            compopt +o filenames 2>/dev/null
            local beginning first='' have_others=''
            # First what begins as it was typed, else what begins so in another case.
            local fold
            for fold in '' 1; do
                while IFS='' read -r completion; do
                    beginning="${completion:0:${#friends_word}}"
                    if [[ -n "${completion}" && "${completion:0:${#friends_kept}}" = "${friends_kept}" ]] \
                        && [[ "${beginning}" = "${friends_word}" \
                            || -n "${fold}" && "${beginning,,}" = "${friends_word,,}" ]]; then
                        __friends_quote "${completion:${#friends_kept}}" "${friends_quote}"
                        [[ "${#COMPREPLY[@]}" -eq 0 ]] && first="${beginning}"
                        [[ "${beginning}" != "${first}" ]] && have_others=1
                        COMPREPLY+=("${quoted}")
                    fi
                done <<<"${2}"
                [[ "${#COMPREPLY[@]}" -gt 0 ]] && break
            done
            # Readline would replace the word by what all names have in common, and that is less than the word.
            [[ -n "${have_others}" ]] && COMPREPLY+=(' ')
        }

        # The last two arguments are positions in words with quotes.
        __friends_custom_complete() {
            FRIENDS_COMPLETION=lines "${COMP_WORDS[0]/#~\//"${HOME}/"}" "${@:1:${#} - 2}" \
                "${COMP_CWORD}" "${#friends_word}" "${COMP_WORDS[@]}" 2>/dev/null
        }

        # Readline splits words at = and :, too.
        __friends_complete() {
            local -r before="${COMP_LINE:0:COMP_POINT}"
            local -a words
            local quote
            [[ "${before}" = *"${2}" ]] || return
            __friends_split "${before:0:${#before} - ${#2}}"
            local -r friends_kept="${words[-1]}" friends_quote="${quote}"
            __friends_split "${before}"
            local -r friends_word="${words[-1]}"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD=$((${#words[@]} - 1))
            [[ "${COMP_CWORD}" -gt 0 ]] && _friends "${1}" "${2}" "${words[-2]}"
        }

        complete -o filenames -F __friends_complete friends
        """#

    private static let zsh = #"""
        # Replaces a function above. Friends have names that other people chose: no text that the program prints is
        # expanded, and no colon ends a name.
        __friends_custom_complete() {
            local -r prefix="${QIPREFIX}${IPREFIX}${PREFIX}"
            local -a before=("${(@Q)command_line[1,current_word_index]}" "${(Q)${:-${prefix}${QIPREFIX}}}")
            local -a names
            # The last two arguments are positions in words with quotes. The last line is empty.
            names=("${(@f)"$(
                FRIENDS_COMPLETION=lines "${before[1]/#~\//${HOME}/}" "${@[1,-3]}" \
                    "${current_word_index}" "${#before[-1]}" "${before[@]}" 2>/dev/null
            )"}")
            names=("${(@)names[1,-2]}")
            # The function that calls this one turns the option off, and with it the quotes of exclamation marks.
            setopt localoptions banghist
            # Also names that differ from the word by case or accents.
            compadd -V friends -a names || compadd -U -V friends -a names
        }
        """#

    private static let fish = #"""
        # Replaces a function above: the program gets the words without their quotes.
        function __friends_custom_completion
            set -lx SAP_SHELL fish
            set -lx SAP_SHELL_VERSION $FISH_VERSION
            set -lx FRIENDS_COMPLETION lines
            set -l words (__friends_tokens -pc)
            if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
                set words (string unescape -- $words)
            end
            # The word before the cursor can have an open quote.
            set -l typed "$(commandline -pct)"
            set -l word "$(
                string unescape -- "$typed" || string unescape -- "$typed"\' || string unescape -- "$typed"\"
            )"
            # The last two arguments are positions in words with quotes.
            set -l names (
                command $words[1] $argv[..-3] \
                    (count $words) (string length -- "$word") $words "$word" 2>/dev/null
            )
            # Without quotes fish completes a ~ as it is, and would then expand it.
            if not string match -qr '^[\'"]' -- "$typed"
                set names (string match --invert -- '~*' $names)
            end
            string join \n -- $names
        end
        """#
}
