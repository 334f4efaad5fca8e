/** The eras of the format (palworld-save 4): A is January to mid 2024, B late 2024 to early 2025, C from mid 2025, D is 1.0. */
export const SAVE_ERAS = ['A', 'B', 'C', 'D'] as const;
export type SaveEra = (typeof SAVE_ERAS)[number];
