import Type from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, Text } from './shapes.ts';

export const deleteBase = route({
  method: 'POST',
  tag: 'World',
  path: '/deletebase/:base_camp_id',
  permission: 'REST.Base.Delete',
  title: 'Delete base',
  summary: 'Delete a base camp, after archiving it',
  game: true,
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({
    BaseCamp: closedObject({ Id: GuidText, Summary: Text }),
    Deleted: closedObject({
      BaseCampPals: Int32,
      StorageContainers: Int32,
      ItemStacks: Int32,
      ItemCount: Int32,
      Buildings: Int32,
      DropItems: Int32,
      DefenseModels: Int32,
      OtherMapObjects: Int32,
      PalBox: Type.Boolean(),
    }),
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
