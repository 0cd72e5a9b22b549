// Runs scripts/NAME.ts, or says what is wrong when the runtime cannot. Plain JavaScript, so that it runs on any Node.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Vitrine runs its TypeScript directly, which this Node ${process.versions.node} cannot.\n` +
      'On Linux and Windows "npm ci" brings the right one along: run it again, and start with "npm start".\n' +
      'Elsewhere install Node 24 first.',
  );
  process.exit(1);
}
const [name, ...rest] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...rest);
await import(name === 'start' ? './start.mjs' : `./${name}.ts`);
