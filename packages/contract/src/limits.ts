/** The game keeps counts, levels and totals as signed integers of 32 bits. */
export const INT32_MAX = 2147483647;
export const INT32_MIN = -2147483648;
