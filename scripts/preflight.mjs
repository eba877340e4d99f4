// Plain JavaScript that any Node can run: reports an unsupported version before other code fails with unclear errors.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `\nImkon runs on Node 24; this is ${process.version}. It comes with "npm ci" on Linux and Windows (x64, Linux also arm64).\nRun "npm ci" again without --omit=optional, or install Node 24 yourself.\n`,
  );
  process.exit(1);
}
