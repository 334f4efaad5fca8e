import Type, { type Static } from 'typebox';
import { INT32_MAX, LIMITS } from './limits.ts';
import { closedObject, Text } from './shapes.ts';

const Units = Type.Integer({ minimum: 1, maximum: INT32_MAX });

/** At most as many entries as a request has. */
function entries<Shape extends Type.TProperties>(shape: Shape, maxItems: number, description: string) {
  return Type.Optional(Type.Array(closedObject(shape), { maxItems, description }));
}

const pal = { PalID: Text, Level: Units };

/** What a grant gave, each section as it is named in requests. Ids have the spelling of the catalogue. */
export const Granted = closedObject(
  {
    Items: Type.Optional(
      Type.Record(Type.String(), Units, {
        maxProperties: LIMITS.listEntries,
        description: 'Units by ItemID',
      }),
    ),
    Pals: entries(pal, LIMITS.listEntries, 'Each Pal'),
    PalTemplates: entries(
      { Template: Type.String({ description: 'As the request named it' }), ...pal },
      LIMITS.templateEntries,
      'Each Pal made from a template',
    ),
    PalEggs: entries({ EggID: Text, ...pal }, LIMITS.listEntries, 'Each egg, with the Pal inside'),
    EXP: Type.Optional(Units),
    TechnologyPoints: Type.Optional(Units),
    AncientTechnologyPoints: Type.Optional(Units),
    Relics: Type.Optional(
      Type.Record(Type.String(), Units, { description: 'By relic type; Lifmunks count as CapturePower' }),
    ),
  },
  'At least one section: those that were given',
);
export type Granted = Static<typeof Granted>;
