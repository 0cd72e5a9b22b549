export interface Statement {
  /** In lower case with single spaces and without comments. Strings and function bodies are empty. */
  text: string;
  /** Comments before and within the statement. */
  comment: string;
}

/** Comments, strings, function bodies and the end of a statement. */
const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/** Splits a file of PostgreSQL SQL into its statements. A statement may span several lines. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comment, offset] = ['', '', 0];
  const addStatement = () => {
    const normalized = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (normalized !== '') statements.push({ text: normalized, comment });
    [text, comment] = ['', ''];
  };
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    text += sql.slice(offset, index);
    offset = index + token.length;
    if (token === ';') addStatement();
    else if (token.startsWith('--') || token.startsWith('/*')) comment += `${token}\n`;
    else text += "''";
  }
  text += sql.slice(offset);
  addStatement();
  return statements;
}

/** Splits the actions of an `alter table` at commas outside parentheses. */
export function splitActions(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const char of text) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (char === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += char;
  }
  return actions.map((action) => action.trim());
}
