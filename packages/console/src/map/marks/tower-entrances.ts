/**
 * Fast travel points at the entrances of the towers, by their ids in the catalogue. Source: their English names in the
 * game's table, which end in "Tower Entrance". Where the bosses themselves stand is not proved.
 */
export const TOWER_ENTRANCES: ReadonlySet<string> = new Set([
  '49C3516D459F15C70ABEE88CD7F4D331', // Moonflower
  '5970E8E648D2A83AFDFF7C9151D9BEF5', // Eternal Pyre
  '603ED0CD4CFB9AFDC9E11F805594CCE5', // Rayne Syndicate
  '65B10BB14ABDA9C2109167B21901D195', // PIDF
  '9521FEBF4A6D0D02AE9F80AE9513B99C', // Feybreak
  'A51FC0C147435750046C48B254793A8B', // Free Pal Alliance
  'AEBCC3FF41ACF9252B3499A89E0BAD55', // Azure Covenant
  'E0819EFB41581AEAC3A029B0EE2FE195', // PAL Genetic Research Unit
]);
