import type { RelicType, ROUTES, RouteReply } from '@palatine/contract';

export type LegacyGiveAnswer = RouteReply<typeof ROUTES.legacyGive>;

/** The body of the legacy route `/give`, which checks it itself. At least one section besides the user. */
export interface LegacyGiveBody {
  /** A UserId or a PlayerUID. */
  UserID: string;
  EXP?: number;
  /** Relics of CapturePower, as older clients call them. */
  Lifmunks?: number;
  Relics?: Partial<Record<RelicType, number>>;
  TechnologyPoints?: number;
  AncientTechnologyPoints?: number;
  UnlockTechnology?: string;
  Techs?: string[];
  UnlockTechnologies?: string[];
  Items?: { ItemID: string; Count: number }[];
  Pals?: { PalID: string; Level: number }[];
  PalTemplates?: string[];
  PalEggs?: { EggID: string; PalID?: string; PalTemplate?: string; Level?: number }[];
}
