import type { Target, TargetKind } from '../src/actions/action.ts';

/** One of each kind, by a name that begins no sentence. */
export const ONE_OF_EACH: { readonly [Kind in TargetKind]: Extract<Target, { kind: Kind }> } = {
  player: {
    kind: 'player',
    uid: 'D894F2B1-00000000-00000000-00000000',
    name: 'Zoe',
    online: true,
    banned: true,
    userId: 'steam_1',
  },
  user: { kind: 'user', userId: 'steam_1' },
  address: { kind: 'address', ip: '192.0.2.1' },
  base: { kind: 'base', id: '1', name: 'Moss at 34, -427' },
  archive: { kind: 'archive', file: '1.json', name: 'Base camp of Moss at map position 34, -427: 3 Pals.' },
  file: { kind: 'file', fileKind: 'rules', name: 'Default', etag: null, body: { Text: '{}' } },
  delivery: { kind: 'delivery', id: '1', name: '10 × PalSphere', state: 'Pending' },
  backup: { kind: 'backup', name: '20260712T181502Z' },
  place: { kind: 'place', x: 0, y: 0 },
  everybody: { kind: 'everybody' },
  service: { kind: 'service' },
  server: { kind: 'server' },
};
