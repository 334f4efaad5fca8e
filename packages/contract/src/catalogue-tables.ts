import { CATALOGUE_TABLES } from './texts/catalogue-tables.ts';
import { words } from './words.ts';

/** The languages that the catalogue has display names in. */
export const CATALOGUE_LANGUAGES = words('en de es es-MX fr id it ko pl pt-BR ru th tr vi zh-Hans zh-Hant');
export type CatalogueLanguage = (typeof CATALOGUE_LANGUAGES)[number];

export { CATALOGUE_TABLES };

export type CatalogueTableName = keyof typeof CATALOGUE_TABLES;
export const CATALOGUE_TABLE_NAMES = Object.keys(CATALOGUE_TABLES) as CatalogueTableName[];
export type CatalogueColumn<Name extends CatalogueTableName> =
  keyof (typeof CATALOGUE_TABLES)[Name]['columns'] & string;
