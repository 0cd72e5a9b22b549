const COMMON = '/org.openoffice.Office.Common/Security/Scripting';
/** Highest level: only macros from trusted places run, and the profile names no such place. */
const VERY_HIGH = 3;
/** Values of the settings for links in texts and tables. */
const [NEVER_IN_TEXTS, NEVER_IN_TABLES] = [0, 2];

const SETTINGS: [path: string, name: string, value: boolean | number][] = [
  [COMMON, 'DisableMacrosExecution', true],
  [COMMON, 'MacroSecurityLevel', VERY_HIGH],
  // For files that are no archives. Addresses in archives are removed before (office-links.ts).
  [COMMON, 'BlockUntrustedRefererLinks', true],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', NEVER_IN_TEXTS],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', NEVER_IN_TABLES],
];

const toItem = ([path, name, value]: (typeof SETTINGS)[number]) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Settings of the LibreOffice profile for conversions: no macros and no linked content. */
export const OFFICE_PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${SETTINGS.map(toItem).join('\n')}
</oor:items>
`;
