import { INT32_MAX, LIMITS } from './limits.ts';
import * as Type from './type.ts';

const Units = Type.Integer({ minimum: 1, maximum: INT32_MAX });

/** As many entries at most as a request has. */
function entries<Shape extends Type.TProperties>(shape: Shape, maxItems: number, description: string) {
  return Type.Optional(Type.Array(Type.closedObject(shape), { maxItems, description }));
}

const pal = { PalID: Type.Text, Level: Units };

/** The applied part of a grant, each section named as in requests. Ids have the spelling of the catalogue. */
export const Granted = Type.closedObject(
  {
    Items: Type.Optional(
      Type.Record(Type.String(), Units, {
        maxProperties: LIMITS.listEntries,
        description: 'Units by ItemID',
      }),
    ),
    Pals: entries(pal, LIMITS.listEntries, 'Each Pal'),
    PalTemplates: entries(
      { Template: Type.text('As the request named it'), ...pal },
      LIMITS.templateEntries,
      'Each Pal made from a template',
    ),
    PalEggs: entries({ EggID: Type.Text, ...pal }, LIMITS.listEntries, 'Each egg, with the Pal inside'),
    EXP: Type.Optional(Units),
    TechnologyPoints: Type.Optional(Units),
    AncientTechnologyPoints: Type.Optional(Units),
    Relics: Type.Optional(
      Type.Record(Type.String(), Units, { description: 'By relic type; Lifmunks are CapturePower' }),
    ),
  },
  'The granted sections, at least one',
);
export type Granted = Type.Static<typeof Granted>;
