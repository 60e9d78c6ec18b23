# Prints zsh's completions of a line, one per line: zsh -f ask.zsh SCRIPT LINE. Completion needs a terminal, so this script makes one.
zmodload zsh/zpty
setup=$(mktemp)
cat > $setup <<'END'
PROMPT=
autoload -Uz compinit && compinit -u -D
source $SCRIPT
# Prints the arguments of compadd, which receives every match.
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a found
  builtin compadd -A found "$@"
  (( $#found )) && print -l -- "<"${^found}">"
  builtin compadd "$@"
}
ask() {
  _main_complete
  print "<END>"
  exit
}
zle -C ask complete-word ask
bindkey '^X' ask
print READY
END
export SCRIPT=$1
zpty inner zsh -f -i
zpty -w inner "source $setup"
while zpty -r inner line; do [[ $line == READY* ]] && break; done
zpty -n -w inner "$2"$'\x18'
while zpty -r inner line; do
  [[ $line == *"<END>"* ]] && break
  print -r -- "$line"
done | tr -d '\r' | sed -n 's/.*<\([^<>]*\)>.*/\1/p'
zpty -d inner
rm $setup
