export const outbox = {
  title: 'Actions',
  running: (count: number) => (count === 1 ? '1 action is under way' : `${count} actions are under way`),
  unknown: (count: number) =>
    count === 1 ? '1 action has an unknown outcome' : `${count} actions have an unknown outcome`,
  states: {
    waiting: 'Waiting',
    sent: 'Sent',
    done: 'Done',
    refused: 'Refused',
    unknown: 'Unknown',
    stopped: 'Not sent',
  },
  doubt: 'The answer was lost. Ask again with the same key: it is done once at most.',
  blocked: {
    token: 'It was sent with another token, which has to ask again.',
    age: 'It is too old to be asked again safely: look whether it was done.',
  },
  again: 'Ask again',
  send: 'Send now',
  tidy: 'Clear finished actions',
};
