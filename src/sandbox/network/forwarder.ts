/**
 * The program that runs in the sandbox before a command with network access. It listens on the sandbox's loopback, passes
 * every byte to the proxy's socket, and runs the command. It decides nothing, and exits with the command's exit code.
 */
export const FORWARDER_SOURCE = `'use strict';
const { spawn } = require('node:child_process');
const net = require('node:net');
const { constants } = require('node:os');
const { pipeline } = require('node:stream');

const FAILED = 125;
const [socket, port, channel, program, ...args] = process.argv.slice(2);
// Without a channel the descriptor is one of this program's own.
const stdio = ['inherit', 'inherit', 'inherit', ...(channel === 'channel' ? [3] : [])];
const fail = (error) => {
  console.error('countersign: no way to the network: ' + error.message);
  process.exit(FAILED);
};
const server = net.createServer({ allowHalfOpen: true }, (near) => {
  const far = net.connect({ path: socket, allowHalfOpen: true });
  const ended = (error) => {
    if (!error) return;
    near.destroy();
    far.destroy();
  };
  pipeline(near, far, ended);
  pipeline(far, near, ended);
});
server.once('error', fail);
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, args, { stdio });
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    process.exit(signal === null ? code : 128 + constants.signals[signal]);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
});
`;
