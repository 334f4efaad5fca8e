import type { ChangeCharacterEdit, SaveEdit, SaveStack } from '@palatine/save/edits';
import type { SaveCharacter, SaveGuid, SavePlayer } from '@palatine/save/save-types';

export interface Changes {
  /** By container and slot. */
  readonly slots: Map<SaveGuid, Map<number, SaveStack | null>>;
  readonly characters: Map<SaveGuid, ChangeCharacterEdit['fields']>;
  /** New ones, by instance. */
  readonly pals: Map<SaveGuid, SaveCharacter>;
  readonly technologies: Set<SavePlayer>;
  readonly moved: Set<SavePlayer>;
  readonly online: Set<SavePlayer>;
}

export function noChanges(): Changes {
  return {
    slots: new Map(),
    characters: new Map(),
    pals: new Map(),
    technologies: new Set(),
    moved: new Set(),
    online: new Set(),
  };
}

export function editsOf({ slots, characters, pals, technologies }: Changes): SaveEdit[] {
  const snapshot = new Map([...pals].map(([id, pal]) => [id, structuredClone(pal)]));
  return [
    ...[...slots].map(([containerId, of]) => ({ kind: 'itemContainer' as const, containerId, slots: of })),
    ...[...snapshot.values()].map((pal) => ({ kind: 'addPal' as const, pal })),
    ...[...characters].map(([instanceId, fields]) => ({
      kind: 'changeCharacter' as const,
      instanceId,
      fields,
    })),
    ...[...technologies].map(({ file, unlockedTechnologies }) => ({
      kind: 'playerFile' as const,
      file,
      technologies: [...unlockedTechnologies],
    })),
  ];
}
