/** Oldest browsers that a screen runs in: those of LG and Samsung TVs from 2020 on. Syntax and styles are lowered to them. */
export const BROWSER_TARGET = ['chrome68', 'safari13'];
