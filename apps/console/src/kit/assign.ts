/** Sets a signal, for handlers that do nothing else. */
export function assign<Value>(signal: { value: Value }, value: Value): void {
  signal.value = value;
}
