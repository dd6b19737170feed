// Counts on a graphics card by WebGPU, in the worker: the shader of crates/gpu, driven level by level as docs/gpu.md
// describes. No rule of chess is here. Whatever is flagged or does not add up throws, and then the processor counts.

const GROUP = 64;
const MOST_GROUPS = 8192;
const ONE_IN = 100_003;
const KEYS = 1 << 24;
// Distinct positions of a level, or the children of some of them; and the most moves of a position.
const ROOM = 1 << 20;
const MOST_MOVES = 256;
// The numbers of the buffers that each step uses, as in crates/gpu/src/shader.rs.
const STEPS = {
  leaves: [0, 1, 2, 3, 11, 12, 13],
  grow: [0, 1, 2, 3, 7, 8, 9, 11, 12],
  unify: [0, 4, 5, 6, 7, 8, 9, 10, 11],
  keep: [0, 4, 5, 6, 7, 8, 9, 10, 11],
};
// The words of a position in each buffer of a list, and of a child.
const PLACE_WORDS = [4, 4, 2];
const CHILD_WORDS = [4, 4, 3];
const FLAGS = 12;

class Card {
  static async open(shader) {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new Error('this browser offers none');
    const card = new Card();
    card.device = await adapter.requestDevice();
    card.device.addEventListener('uncapturederror', ({ error }) => { card.failure ??= error.message; });
    card.device.lost.then(({ message }) => { card.failure ??= message || 'it was lost'; });
    const { vendor, architecture, device, description } = adapter.info;
    card.name = description || [vendor, architecture, device].filter(Boolean).join(' ') || 'a graphics card';
    const module = card.device.createShaderModule({ code: shader });
    card.pipelines = {};
    for (const entryPoint of Object.keys(STEPS)) {
      card.pipelines[entryPoint] = await card.device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
    }
    card.job = card.buffer(10, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    card.spare = [];
    card.children = CHILD_WORDS.map((words) => card.buffer(words * ROOM));
    card.table = card.buffer(2 * ROOM);
    card.flags = card.buffer(FLAGS);
    card.sums = card.buffer(12 * MOST_GROUPS);
    card.samples = card.buffer(10 * (Math.floor(ROOM / ONE_IN) + 2));
    card.batch = 1 << 13;
    return card;
  }

  buffer(words, usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST) {
    return this.device.createBuffer({ size: 4 * words, usage });
  }

  list(places) {
    return PLACE_WORDS.map((words) => this.buffer(words * places));
  }

  clear(buffer) {
    const encoder = this.device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    this.device.queue.submit([encoder.finish()]);
  }

  // Lets the card do a job step by step, and returns the flags, the sums of the parents, and the samples.
  async run(steps, parents, list, { first, end, have = 0, sample = 0 }) {
    const groups = Math.min(Math.ceil((end - first) / GROUP), MOST_GROUPS);
    const job = [first, end, ROOM, have, 2 * ROOM, 0, 0, KEYS, ONE_IN, sample];
    this.device.queue.writeBuffer(this.job, 0, new Uint32Array(job));
    const buffers = [this.job, ...parents, ...list, ...this.children, this.table, this.flags, this.sums, this.samples];
    const encoder = this.device.createCommandEncoder();
    encoder.clearBuffer(this.flags);
    const pass = encoder.beginComputePass();
    for (const step of steps) {
      const pipeline = this.pipelines[step];
      const entries = STEPS[step].map((binding) => ({ binding, resource: { buffer: buffers[binding] } }));
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(groups);
    }
    pass.end();
    const parts = [[this.flags, this.flags.size], [this.sums, 48 * groups], [this.samples, this.samples.size]];
    const copies = parts.map(([buffer, bytes]) => {
      const copy = this.buffer(bytes / 4, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, bytes);
      return copy;
    });
    this.device.queue.submit([encoder.finish()]);
    await Promise.all(copies.map((copy) => copy.mapAsync(GPUMapMode.READ)));
    if (this.failure) throw new Error(this.failure);
    const [flags, sums, samples] = copies.map((copy) => {
      const words = new Uint32Array(copy.getMappedRange().slice());
      copy.destroy();
      return words;
    });
    const [, noRoom, full, unlike, taken] = flags;
    if (noRoom + full + unlike > 0) throw new Error(`it flagged ${flags}`);
    return { taken, samples, ...Card.sums(sums) };
  }

  // The paths to some positions, and these times what is below each.
  static sums(words) {
    const number = (at) => [3, 2, 1, 0].reduce((sum, word) => (sum << 32n) | BigInt(words[at + word]), 0n);
    let [paths, leaves] = [0n, 0n];
    for (let at = 0; at < words.length; at += 12) {
      paths += number(at);
      leaves += number(at + 4);
    }
    return { paths, leaves };
  }

  // The leaves at this depth, at least 2, below positions of eight words, each counted once.
  async leavesBelow(words, depth, recount, tell) {
    const count = words.length / 8;
    if (count === 0) return 0n;
    const list = this.list(count);
    const halves = [0, 4].map((first) => words.filter((_, at) => (at & 4) === first));
    // One path leads to each.
    const onePath = Array.from({ length: 2 * count }, (_, at) => 1 - (at & 1));
    [...halves, onePath].forEach((part, at) => this.device.queue.writeBuffer(list[at], 0, new Uint32Array(part)));
    this.recount = recount;
    const { paths, leaves } = await this.below(list, count, depth, 1, tell);
    list.forEach((buffer) => buffer.destroy());
    if (paths !== BigInt(count)) throw new Error(`it counted ${paths} positions, not ${count}`);
    return leaves;
  }

  async below(parents, count, depth, share, tell) {
    if (depth === 2) return this.leaves(parents, count, share, tell);
    const kept = this.spare.pop() ?? this.list(ROOM);
    const all = { paths: 0n, leaves: 0n };
    for (let next = 0; next < count;) {
      const filled = await this.fill(parents, next, count, kept);
      const part = (share * (filled.end - next)) / count;
      const sums = filled.have > 0 ? await this.below(kept, filled.have, depth - 1, part, tell) : { paths: 0n, leaves: 0n };
      if (sums.paths !== filled.leaves) throw new Error(`it found ${sums.paths} paths, not ${filled.leaves}`);
      all.paths += filled.paths;
      all.leaves += sums.leaves;
      next = filled.end;
    }
    this.spare.push(kept);
    return all;
  }

  // Fills a list with the distinct children of parents, of as many as it surely has room for.
  async fill(parents, first, count, kept) {
    const filled = { end: first, have: 0, paths: 0n, leaves: 0n };
    this.clear(this.table);
    while (filled.end < count && ROOM - filled.have >= ROOM / 4) {
      const portion = Math.floor((ROOM - filled.have) / MOST_MOVES);
      const end = Math.min(count, filled.end + portion);
      const job = { first: filled.end, end, have: filled.have };
      const { taken, paths, leaves } = await this.run(['grow', 'unify', 'keep'], parents, kept, job);
      filled.paths += paths;
      filled.leaves += leaves;
      filled.end = end;
      filled.have += taken;
    }
    return filled;
  }

  // Counts the leaves two plies below positions. The processor counts those of a few again.
  async leaves(list, count, share, tell) {
    const all = { paths: 0n, leaves: 0n };
    const sample = Math.floor(Math.random() * Math.min(count, ONE_IN));
    let again = sample;
    for (let first = 0; first < count;) {
      const start = performance.now();
      const end = Math.min(count, first + this.batch);
      const { samples, paths, leaves } = await this.run(['leaves'], list, list, { first, end, sample });
      for (; again < end; again += ONE_IN) {
        const at = 10 * Math.floor(again / ONE_IN);
        const right = this.recount(samples.slice(at, at + 8));
        if (right !== samples[at + 9]) throw new Error(`it counted ${samples[at + 9]} leaves where there are ${right}`);
      }
      all.paths += paths;
      all.leaves += leaves;
      tell((share * (end - first)) / count);
      first = end;
      const time = performance.now() - start;
      if (time > 150) this.batch = Math.max(this.batch / 2, GROUP);
      else if (time < 50) this.batch = Math.min(this.batch * 2, ROOM);
    }
    return all;
  }
}
