/** Texts of letting a world join. */
export const join = {
  add: 'Add a world',
  title: 'Add a world to the fleet',
  hint: 'Start the world with this line. It is a secret, works once, and is shown only now.',
  tags: 'Tags',
  tagsHint: 'With commas between them, such as eu, pvp. May stay empty.',
  lists: 'Shared lists',
  listsHint: 'The lists that the world enforces, with commas between them.',
  make: 'Create the code',
  command: 'Command',
  until: 'Valid until',
};
