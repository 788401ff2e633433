// The entry point of every npm script. It runs on any installed Node, so it uses old syntax until it starts the pinned
// Node.
const oldest = 18;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest) {
  console.error(`Handover needs Node ${oldest} or newer to start; this is Node ${process.versions.node}.`);
  process.exit(1);
}

import('./launcher/main.js')
  .then(({ main }) => main(process.argv.slice(2)))
  .then(
    (exitCode) => process.exit(exitCode),
    (error) => {
      console.error(error.isPlain ? error.message : error);
      process.exit(1);
    },
  );
