//! The card: opened, given work, and read; and why it does not count. It knows nothing of chess.

use crate::shader::{self, GROUP, STEPS};
use bytemuck::{Pod, Zeroable};
use std::fmt;
use std::future::Future;
use std::iter;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};
use wgpu::{BufferUsages as Usage, CommandEncoderDescriptor, ComputePassDescriptor, DeviceType};

/// A card that is open, with the compiled shader.
pub struct Device {
    inner: wgpu::Device,
    queue: wgpu::Queue,
    steps: [wgpu::ComputePipeline; 4],
    job: wgpu::Buffer,
    flags: wgpu::Buffer,
    /// The first thing that went wrong, which the driver tells at any time.
    failure: Arc<OnceLock<String>>,
    /// `NVIDIA H200`, and `vulkan, NVIDIA 550.54.15`
    pub names: [String; 2],
    /// Whether the processor does the work of a card.
    pub is_software: bool,
}

/// What the steps are told, as in the shader.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
pub struct Job {
    pub first: u32,
    pub end: u32,
    pub room: u32,
    pub have: u32,
    pub slots: u32,
    pub list: u32,
    pub low: u32,
    pub high: u32,
    pub one_in: u32,
    pub sample: u32,
}

/// A list of positions: the halves of these, and the paths to each.
pub type Places = [wgpu::Buffer; 3];

/// Some steps, by their numbers, and what they are given.
pub struct Task<'a> {
    pub steps: &'static [usize],
    pub job: Job,
    /// What takes children, and its table. Where it has nothing yet, the table is emptied.
    pub list: &'a Places,
    pub table: &'a wgpu::Buffer,
}

pub const LEAVES: &[usize] = &[0];
pub const GROW: &[usize] = &[1];
pub const UNIFY_KEEP: &[usize] = &[2, 3];

/// What some tasks leave, as in the shader.
pub struct Read {
    pub flags: [u32; FLAGS],
    /// Those of each group.
    pub sums: Vec<[u128; 3]>,
    pub samples: Vec<[u32; SAMPLE_WORDS]>,
}

/// So many lists take the children of the same parents at a time.
pub const LISTS_AT_A_TIME: usize = 8;
/// The number of the first flag that says how many children a list has taken, and of all flags.
pub const TAKEN: usize = 4;
const FLAGS: usize = TAKEN + LISTS_AT_A_TIME;

pub const SAMPLE_WORDS: usize = 10;

/// The bytes of the sums of a group.
pub const SUMS: u64 = 16 * 3;

/// The most groups of a step. A card works on a few thousand at a time. If there are more positions, a thread takes
/// others after its first one; in tests it soon does. But not too many: Mesa's driver ends a loop when a thread has been
/// through 65,535 rounds of all its loops.
pub const MOST_GROUPS: u32 = if cfg!(test) { 16 } else { 8192 };

impl Device {
    /// Opens the best card there is, and compiles the shader for it.
    pub fn open() -> Result<Device, CardError> {
        let mut drivers = wgpu::InstanceDescriptor::new_without_display_handle();
        drivers.backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
        let instance = wgpu::Instance::new(drivers);
        let power_preference = wgpu::PowerPreference::HighPerformance;
        let options = wgpu::RequestAdapterOptions { power_preference, ..Default::default() };
        let adapter = ready(instance.request_adapter(&options)).map_err(|_| CardError::None)?;
        let required_limits = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
        let (inner, queue) = ready(adapter.request_device(&descriptor)).map_err(failed)?;
        let failure = Arc::new(OnceLock::new());
        let (on_error, on_loss) = (Arc::clone(&failure), Arc::clone(&failure));
        inner.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            _ = on_error.set(error.to_string());
        }));
        inner.set_device_lost_callback(move |_, what| _ = on_loss.set(what));

        let source = wgpu::ShaderSource::Wgsl(shader::TEXT.into());
        let module = wgpu::ShaderModuleDescriptor { label: None, source };
        let module = inner.create_shader_module(module);
        let info = adapter.get_info();
        let driver = format!("{}, {} {}", info.backend, info.driver, info.driver_info);
        let names = [info.name, driver].map(|name| name.trim().to_owned());
        let is_software = info.device_type == DeviceType::Cpu;
        let steps = STEPS.map(|(name, _)| {
            inner.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: Some(name),
                compilation_options: wgpu::PipelineCompilationOptions {
                    // The shader writes what it reads there.
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            })
        });
        let job = new_buffer(&inner, size_of::<Job>() as u64, Usage::UNIFORM | Usage::COPY_DST);
        let flags = new_buffer(&inner, 4 * FLAGS as u64, STORAGE);
        let device = Device { inner, queue, steps, job, flags, failure, names, is_software };
        device.check().map(|()| device)
    }

    /// The most bytes of a buffer.
    pub fn largest_buffer(&self) -> u64 {
        let limits = self.inner.limits();
        limits.max_buffer_size.min(limits.max_storage_buffer_binding_size)
    }

    /// A buffer that steps may use. It holds zeros.
    pub fn buffer(&self, bytes: u64) -> wgpu::Buffer {
        new_buffer(&self.inner, bytes, STORAGE)
    }

    pub fn write(&self, buffer: &wgpu::Buffer, words: &[u32]) {
        self.queue.write_buffer(buffer, 0, bytemuck::cast_slice(words));
    }

    /// Lets the card do some tasks, one after the other. They have the same parents, and share what is there for children,
    /// sums and samples.
    ///
    /// # Errors
    /// If anything went wrong since the card was opened.
    pub fn run(
        &self,
        tasks: &[Task<'_>],
        [parents, children]: [&Places; 2],
        [sums, samples]: [&wgpu::Buffer; 2],
    ) -> Result<Read, CardError> {
        let new_encoder =
            || self.inner.create_command_encoder(&CommandEncoderDescriptor::default());
        let (work, flags) = (&self.job, &self.flags);
        self.write(flags, &[0; FLAGS]);
        let parents_of = tasks.first().map_or(0, |task| task.job.end - task.job.first);
        let groups = parents_of.div_ceil(GROUP).min(MOST_GROUPS);
        for &Task { steps, job, list, table } in tasks {
            // In the order of the shader's numbers.
            let places = [parents, list, children].into_iter().flatten();
            let others = [table, flags, sums, samples];
            let buffers: Vec<_> = iter::once(work).chain(places).chain(others).collect();
            self.queue.write_buffer(work, 0, bytemuck::bytes_of(&job));
            let mut encoder = new_encoder();
            if job.slots > 0 && job.have == 0 {
                encoder.clear_buffer(table, 0, Some(4 * u64::from(job.slots)));
            }
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            for &step in steps {
                // The layout is worked out from what the step uses, and so these have to be exactly its buffers.
                let entry = |&binding: &u32| wgpu::BindGroupEntry {
                    binding,
                    resource: buffers[binding as usize].as_entire_binding(),
                };
                let entries: Vec<_> = STEPS[step].1.iter().map(entry).collect();
                let layout = &self.steps[step].get_bind_group_layout(0);
                let descriptor =
                    wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
                pass.set_pipeline(&self.steps[step]);
                pass.set_bind_group(0, &self.inner.create_bind_group(&descriptor), &[]);
                pass.dispatch_workgroups(groups, 1, 1);
            }
            drop(pass);
            self.queue.submit([encoder.finish()]);
        }
        let mut encoder = new_encoder();
        let sums_of_groups = SUMS * u64::from(groups);
        let parts =
            [(&self.flags, self.flags.size()), (sums, sums_of_groups), (samples, samples.size())];
        let copies = parts.map(|(buffer, bytes)| {
            let copy = new_buffer(&self.inner, bytes, Usage::MAP_READ | Usage::COPY_DST);
            encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, bytes);
            copy
        });
        self.queue.submit([encoder.finish()]);
        for copy in &copies {
            // If it fails, no range is mapped below.
            copy.slice(..).map_async(wgpu::MapMode::Read, drop);
        }
        let waited = self.inner.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        waited.map_err(failed)?;
        let [flags, sums, samples] = copies.map(|copy| copy.slice(..).get_mapped_range());
        Ok(Read {
            flags: bytemuck::pod_read_unaligned(&flags.map_err(failed)?),
            sums: bytemuck::pod_collect_to_vec(&sums.map_err(failed)?),
            samples: bytemuck::pod_collect_to_vec(&samples.map_err(failed)?),
        })
    }

    /// Whether nothing went wrong so far.
    pub fn check(&self) -> Result<(), CardError> {
        self.failure.get().map_or(Ok(()), |what| Err(CardError::Failed(what.clone())))
    }

    /// Takes the card away, as a driver does that resets it.
    #[cfg(test)]
    pub fn lose(&self) {
        self.inner.destroy();
    }
}

const STORAGE: Usage = Usage::STORAGE.union(Usage::COPY_SRC).union(Usage::COPY_DST);

fn new_buffer(device: &wgpu::Device, size: u64, usage: Usage) -> wgpu::Buffer {
    let (label, mapped_at_creation) = (None, false);
    device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
}

fn failed(error: impl fmt::Display) -> CardError {
    CardError::Failed(error.to_string())
}

/// The output of a future that does not wait: outside of a browser, wgpu has no others.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// Why there is no count by a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardError {
    /// No driver offers a card.
    None,
    /// The driver, or the card, failed. The text is the driver's.
    Failed(String),
    /// The card counted something that is not so: it, its memory or its driver errs.
    Wrong(String),
    /// The count does not fit into 128 bits.
    Overflow,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("no driver for Vulkan, Metal or DirectX 12 offers a card"),
            Self::Failed(what) => write!(f, "the graphics card, or its driver, failed: {what}"),
            Self::Wrong(what) => write!(f, "the graphics card counts wrong: {what}"),
            Self::Overflow => f.write_str("the count passes 128 bits: take a smaller depth"),
        }
    }
}

impl std::error::Error for CardError {}
