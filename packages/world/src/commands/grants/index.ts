export { DEFAULT_IMPORT_RULES, readImportRules } from '../pal-templates/import-rules.ts';
export {
  findSpecies,
  freshDraft,
  freshPalDraft,
  type PalDraft,
  type Species,
} from '../pal-templates/pal-draft.ts';
export { readPalTemplate, TemplateError } from '../pal-templates/pal-template.ts';
export { giveItems } from './give-items.ts';
export { givePalEggs } from './give-pal-eggs.ts';
export { givePals, givePalTemplates } from './give-pals.ts';
export { giveProgression } from './give-progression.ts';
export { LegacyGiveRefusal, legacyGive } from './legacy-give.ts';
