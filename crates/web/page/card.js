// Counts on a graphics card by WebGPU, in the worker: the shader of crates/gpu, driven level by level as docs/gpu.md
// describes. No rule of chess is here. Whatever is flagged or does not add up throws, and then the processor counts.

const GROUP = 64;
const MOST_GROUPS = 8192;
const ONE_IN = 100_003;
const KEYS = 1 << 24;
// Distinct positions of a level, the children of some of them, and the most moves of a position.
const KEPT = 1 << 20;
const CHILDREN = 1 << 19;
const MOST_MOVES = 256;
// The numbers of the buffers that each step uses, as in crates/gpu/src/shader.rs.
const STEPS = {
  leaves: [1, 2, 3, 12, 13, 14],
  grow: [1, 2, 3, 4, 5, 6, 12, 13],
  unify: [4, 5, 6, 7, 8, 9, 10, 11, 12],
  keep: [4, 5, 6, 7, 8, 9, 10, 11],
};

class Card {
  static async open(shader) {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new Error('this browser offers none');
    const requiredLimits = { maxStorageBuffersPerShaderStage: 9 };
    const card = new Card();
    card.device = await adapter.requestDevice({ requiredLimits });
    card.device.addEventListener('uncapturederror', ({ error }) => { card.failure ??= error.message; });
    card.device.lost.then(({ message }) => { card.failure ??= message || 'it was lost'; });
    const { vendor, architecture, device, description } = adapter.info;
    card.name = description || [vendor, architecture, device].filter(Boolean).join(' ') || 'a graphics card';
    const module = card.device.createShaderModule({ code: shader });
    card.pipelines = {};
    for (const entryPoint of Object.keys(STEPS)) {
      card.pipelines[entryPoint] = await card.device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
    }
    card.job = card.buffer(9, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    card.spare = [];
    card.children = card.list(CHILDREN);
    card.table = card.buffer(2 * KEPT);
    card.firsts = card.buffer(2 * CHILDREN);
    card.flags = card.buffer(8);
    card.sums = card.buffer(12 * MOST_GROUPS);
    card.samples = card.buffer(11 * (Math.floor(KEPT / ONE_IN) + 2));
    card.batch = 1 << 13;
    return card;
  }

  buffer(words, usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST) {
    return this.device.createBuffer({ size: 4 * words, usage });
  }

  list(room) {
    return [4, 4, 3].map((words) => this.buffer(words * room));
  }

  clear(buffer) {
    const encoder = this.device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    this.device.queue.submit([encoder.finish()]);
  }

  // Gives the card a step over some places, and returns the number of groups.
  run(step, buffers, { first = 0, end, slots = 0, have = 0, sample = 0 }) {
    const groups = Math.min(Math.ceil((end - first) / GROUP), MOST_GROUPS);
    const job = [first, end, CHILDREN, slots, have, ONE_IN, sample, 0, KEYS];
    this.device.queue.writeBuffer(this.job, 0, new Uint32Array(job));
    const entries = [this.job, ...buffers].map((buffer, at) => ({ binding: [0, ...STEPS[step]][at], resource: { buffer } }));
    const pipeline = this.pipelines[step];
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(groups);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
    return groups;
  }

  // Waits for all work, and returns the first words of some buffers.
  async read(...parts) {
    const encoder = this.device.createCommandEncoder();
    const copies = parts.map(([buffer, words]) => {
      const copy = this.buffer(words, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, 4 * words);
      return copy;
    });
    this.device.queue.submit([encoder.finish()]);
    await Promise.all(copies.map((copy) => copy.mapAsync(GPUMapMode.READ)));
    if (this.failure) throw new Error(this.failure);
    return copies.map((copy) => {
      const words = new Uint32Array(copy.getMappedRange().slice());
      copy.destroy();
      return words;
    });
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

  // The children and the distinct ones. Anything else that is flagged should not be.
  static flags([children, firsts, ...wrong]) {
    if (wrong.some(Boolean)) throw new Error(`it flagged ${wrong}`);
    return { children, firsts };
  }

  // The leaves at this depth, at least 2, below positions of nine words, each counted once.
  async leavesBelow(words, depth, recount, tell) {
    const count = words.length / 9;
    if (count === 0) return 0n;
    const list = this.list(count);
    const rows = [[0, 1, 2, 3], [4, 5, 6, 7], [8]];
    rows.forEach((row, at) => {
      const width = [4, 4, 3][at];
      const part = new Uint32Array(width * count);
      for (let i = 0; i < count; i += 1) {
        row.forEach((word, place) => { part[width * i + place] = words[9 * i + word]; });
        if (width === 3) part[3 * i + 1] = 1;
      }
      this.device.queue.writeBuffer(list[at], 0, part);
    });
    this.recount = recount;
    const { paths, leaves } = await this.below(list, count, depth, 1, tell);
    list.forEach((buffer) => buffer.destroy());
    if (paths !== BigInt(count)) throw new Error(`it counted ${paths} positions, not ${count}`);
    return leaves;
  }

  async below(parents, count, depth, share, tell) {
    if (depth === 2) return this.leaves(parents, count, share, tell);
    const kept = this.spare.pop() ?? this.list(KEPT);
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
    while (filled.end < count && KEPT - filled.have >= KEPT / 4) {
      const portion = Math.floor(Math.min(CHILDREN, KEPT - filled.have) / MOST_MOVES);
      const end = Math.min(count, filled.end + portion);
      this.clear(this.flags);
      const groups = this.run('grow', [...parents, ...this.children, this.flags, this.sums], { first: filled.end, end });
      const [grown, sums] = await this.read([this.flags, 8], [this.sums, 12 * groups]);
      const { children } = Card.flags(grown);
      const { paths, leaves } = Card.sums(sums);
      filled.paths += paths;
      filled.leaves += leaves;
      filled.end = end;
      if (children === 0) continue;
      this.clear(this.flags);
      const buffers = [...this.children, ...kept, this.table, this.firsts];
      const job = { end: children, slots: 2 * KEPT, have: filled.have };
      this.run('unify', [...buffers, this.flags], job);
      const { firsts } = Card.flags((await this.read([this.flags, 8]))[0]);
      if (firsts > 0) this.run('keep', buffers, { ...job, end: firsts });
      filled.have += firsts;
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
      this.clear(this.flags);
      const groups = this.run('leaves', [...list, this.flags, this.sums, this.samples], { first, end, sample });
      const [flags, sums, samples] = await this.read([this.flags, 8], [this.sums, 12 * groups], [this.samples, this.samples.size / 4]);
      Card.flags(flags);
      const { paths, leaves } = Card.sums(sums);
      for (; again < end; again += ONE_IN) {
        const at = 11 * Math.floor(again / ONE_IN);
        const right = this.recount(samples.slice(at, at + 9));
        if (right !== samples[at + 10]) throw new Error(`it counted ${samples[at + 10]} leaves where there are ${right}`);
      }
      all.paths += paths;
      all.leaves += leaves;
      tell((share * (end - first)) / count);
      first = end;
      const time = performance.now() - start;
      if (time > 150) this.batch = Math.max(this.batch / 2, GROUP);
      else if (time < 50) this.batch = Math.min(this.batch * 2, KEPT);
    }
    return all;
  }
}
