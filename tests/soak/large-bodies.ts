import { LIMITS } from '@palatine/contract';

export interface LargeBody {
  path: string;
  body(): string;
}

/** Bodies as large as they may be, in every shape that may be dear to check. */
export function largeBodies(player: string): LargeBody[] {
  const message = '"SendType":"PlayerChat","Message":"x"';
  const items = `/v1/pdapi/give/items/${player}`;
  return [
    { path: '/v1/pdapi/SendPlayerMessage', body: () => `{${message},"UserIDs":[${filled('"a"')}]}` },
    {
      path: '/v1/pdapi/SendPlayerMessage',
      body: () => `{${message},"UserIDs":[${filled((n) => `"a${n}"`)}]}`,
    },
    { path: items, body: () => `{"Items":[${filled('{}')}]}` },
    { path: items, body: () => `{"Items":[${filled('{"ItemID":"Wood","Count":1}')}]}` },
    { path: items, body: () => `{"Items":${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}}` },
    { path: items, body: () => `{"Items":${'{"a":'.repeat(SIZE / 6)}1${'}'.repeat(SIZE / 6)}}` },
    { path: items, body: () => `{"Items":"${'x'.repeat(SIZE)}"}` },
    { path: items, body: () => `{${filled((n) => `"k${n}":0`)}}` },
    { path: `/v1/pdapi/learntech/${player}`, body: () => `{"Technology":[${filled('1')}]}` },
    { path: `/v1/pdapi/learntech/${player}`, body: () => `{"Technology":[${filled((n) => `"t${n}"`)}]}` },
    {
      path: `/v1/pdapi/give/paltemplate/${player}`,
      body: () => `{"PalTemplates":[${filled((n) => `"none${n}"`)}]}`,
    },
    {
      path: `/v1/pdapi/give/pals/${player}`,
      body: () => `{"Pals":[${filled('{"PalID":"None","Level":1}')}]}`,
    },
    { path: `/v1/pdapi/give/paleggs/${player}`, body: () => `{"PalEggs":[${filled('{}')}]}` },
    {
      path: '/v1/pdapi/summon/pal',
      body: () => `{"PalID":"SheepBall","X":0,"Y":0,"Z":0,"DisableStatuses":[${filled('"a"')}]}`,
    },
    { path: '/v1/pdapi/give', body: () => `{"UserID":"${player}","Items":[${filled('{}')}]}` },
    { path: '/v1/pdapi/Broadcast', body: () => `{"Message":"${'x'.repeat(SIZE)}"}` },
    { path: '/v1/pdapi/Broadcast', body: () => '['.repeat(SIZE) },
    { path: '/v1/pdapi/ban/steam_1', body: () => `{"Reason":"${'x'.repeat(SIZE)}"}` },
  ];
}

/** The whole body stays within LIMITS.bodyBytes. */
const SIZE = LIMITS.bodyBytes - 1024;

/** As many entries as fit, with commas. */
function filled(entry: string | ((number: number) => string)): string {
  const entries: string[] = [];
  let chars = 0;
  for (let number = 0; ; number++) {
    const text = typeof entry === 'string' ? entry : entry(number);
    chars += text.length + 1;
    if (chars > SIZE) return entries.join(',');
    entries.push(text);
  }
}
