// The other side of bench/server.py: boardgame.io as it comes from npm, in a folder of its own.
//
//   node boardgame_io.js serve PORT BYTES          a server with a game whose state has so many bytes and no rules
//   node boardgame_io.js play PORT TABLES SECONDS  two browsers at each table, as fast as the server lets them

const game = (bytes) => ({
  name: "table",
  setup: () => ({ cells: Array.from({ length: Math.round(bytes / 40) }, (_, n) => ({ id: `cell ${n}`, kind: "free", count: 0 })) }),
  moves: { play: ({ G }, n) => void (G.cells[n % G.cells.length].count += 1) },
  turn: { minMoves: 1, maxMoves: 1 },
});

function serve(port, bytes) {
  const { Server } = require("boardgame.io/server");
  Server({ games: [game(bytes)], origins: [/.*/] }).run({ port, callback: () => console.log("ready") });
}

async function play(port, tables, seconds) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const server = `http://127.0.0.1:${port}`;
  let isOver = false;
  const all = [];
  for (let table = 0; table < tables; table++) {
    const matchID = `table ${table}`; // made by the server when somebody comes
    for (const playerID of ["0", "1"]) {
      const client = Client({ game: game(100), multiplayer: SocketIO({ server }), matchID, playerID, numPlayers: 2, debug: false });
      let last = -1;
      client.subscribe((state) => {
        if (isOver || !state || state.ctx.currentPlayer !== playerID || state.ctx.turn <= last) return;
        last = state.ctx.turn;
        setImmediate(() => client.moves.play(last));
      });
      client.start();
      all.push(client);
    }
  }
  await new Promise((done) => setTimeout(done, 1000));
  const turns = () => all.filter((_, n) => n % 2 === 0).reduce((sum, client) => sum + (client.getState()?.ctx.turn ?? 0), 0);
  const before = turns();
  console.log("begin");
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  console.log(`end ${turns() - before}`);
  isOver = true;
  process.exit(0);
}

const [, , what, port, count, seconds] = process.argv;
if (what === "serve") serve(Number(port), Number(count));
else play(Number(port), Number(count), Number(seconds));
