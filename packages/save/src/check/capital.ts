/** The words with a capital at their begin: a sentence may begin with the name of a record. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
