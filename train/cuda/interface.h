// What Python calls. play.cu and learn.cu do it on a GPU, host.cpp the same on the CPU for tests at small sizes.
// Every function returns a CUDA error code (0: none); `stream` is a CUDA stream, unused on the CPU.
#pragma once
#include "net.h"

extern "C" {

// Plays of every (position, roll). rolls_each == 1: rolls[i] belongs to positions[i]; else the same rolls for all.
// A roll is high * 8 + low. Item = position * rolls_each + roll; its plays begin at item * capacity.
int tavl_generate(const tavl::Position* positions, const uint8_t* rolls, int number, int rolls_each, int capacity,
                  tavl::Position* plays, int* sizes, void* stream);

// The best play of every item, and the picked one: the best after Gumbel noise of heat noise[item / items_each].
// Values are the mover's, positions the opponent's view. Block b of the GPU takes items bounds[b] to bounds[b+1]. If
// quick->rows is not null, only what the quick network picks of more than kFew plays is looked at, and noise picks by its
// scores.
int tavl_choose(const tavl::Net* net, const tavl::QuickNet* quick, const tavl::Position* plays, const int* sizes, int items,
                int capacity, const int* bounds, int blocks, const float* noise, int items_each, uint64_t seed,
                tavl::Chances* best_value, tavl::Position* picked, tavl::Chances* picked_value, uint8_t* picked_best,
                void* stream);

// Static values; the logits too unless that pointer is null.
int tavl_evaluate(const tavl::Net* net, const tavl::Position* positions, int number, tavl::Chances* values, int* logits,
                  void* stream);

// A new game wherever wanted[i] is not 0.
int tavl_start(tavl::Position* positions, const uint8_t* wanted, int number, float odd_share, uint64_t seed, void* stream);

// First layer for learning: sums[i] = bias + active rows of `table` (bfloat16), tails[i] = which tail.
int tavl_forward(const tavl::Position* positions, int number, const uint16_t* table, const float* bias, float* sums,
                 int* tails, void* stream);

// Adds the gradient of every position's sums to its active rows.
int tavl_backward(const tavl::Position* positions, int number, const float* sums_gradient, float* table_gradient,
                  void* stream);

// Adam on one stretch of the parameters, drawn to zero by `shrink` times the rate and clamped to +-limit. Keeps the
// running average, clears the gradient, and writes the copy that the forward pass reads to `table` where that is not
// null, rounded to 1/scale when scale is not 0.
int tavl_adam(float* weights, float* gradient, float* mean, float* variance, float* average, uint16_t* table, int64_t number,
              const float* rates, float limit, float shrink, float scale, void* stream);
}
