import Type from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { INT32_MAX } from './limits.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, Text } from './shapes.ts';

/** What a base holds, in numbers. */
export const BaseCounts = closedObject({
  BaseCampPals: Int32,
  StorageContainers: Int32,
  ItemStacks: Type.Integer({
    minimum: 0,
    maximum: INT32_MAX,
    description: 'Stacks in its storage containers',
  }),
  ItemCount: Type.Integer({ minimum: 0, maximum: INT32_MAX, description: 'Units in those stacks' }),
  Buildings: Int32,
  DropItems: Int32,
  DefenseModels: Int32,
  OtherMapObjects: Int32,
  PalBox: Type.Boolean({ description: 'Whether it has a Palbox' }),
});

export const deleteBase = route('POST /v1/pdapi/deletebase/:base_camp_id', {
  tag: 'World',
  permission: 'REST.Base.Delete',
  title: 'Delete base',
  summary: 'Delete a base camp, after archiving it',
  notes:
    'Cannot be undone: Pals, storage and everything that players put into the camp go, but not the guild chest. Rocks, logs and treasure boxes stay, and are not counted. A base with a Pal of a player in one of its booths, or dropped on its ground, is not deleted: `DELETE_BASE_FAILED` names the Pal. Ids of camps stand in `GET /v1/pdapi/guilds`. Everything is archived first, in `Archives` of the data directory; without an archive nothing is deleted.',
  game: true,
  attached: 'Delivered',
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({
    BaseCamp: closedObject({ Id: GuidText, Summary: Text }),
    Deleted: BaseCounts,
    Archive: Type.String({ description: 'Path of the archive, relative to the data directory' }),
  }),
  errors: [
    'VALIDATION_FAILED',
    'INVALID_BASE_CAMP_ID',
    'BASE_CAMP_MANAGER_UNAVAILABLE',
    'BASE_CAMP_NOT_FOUND',
    'DELETE_BASE_FAILED',
  ],
  onStorageFailure: 'DELETE_BASE_FAILED',
  examples: [{ params: { base_camp_id: EXAMPLE_IDS.camp }, body: {} }],
});
