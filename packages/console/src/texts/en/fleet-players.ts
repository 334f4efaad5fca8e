/** Texts of the players of all worlds. */
export const fleetPlayers = {
  find: 'Name, former name or UserId',
  findNames: 'Name or former name',
  formerly: (names: string) => `formerly ${names}`,
  none: 'No world knows a player yet.',
};
